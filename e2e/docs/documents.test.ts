import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { byTier } from '@palatine/platform/testing';
import { type Block, commandsOf, fencedBlocks } from '@palatine/testing/fenced-blocks';
import { useOfJson } from './json-blocks.ts';
import { tryCommand } from './outcomes.ts';
import { ROOT } from './project-copy.ts';
import { aReader } from './reader.ts';

const missing = ['bash', 'curl', 'npm'].filter((tool) => spawnSync(tool, ['--version']).error);
const skip = missing.length > 0 && `needs ${missing.join(' and ')}`;

/** Commands of the documents that no test can run here, and why. A command that is not listed is run. */
const COMMANDS_NOT_RUN: [command: RegExp, reason: string][] = [
  [/^npm (test|run (check|bench|soak|format))\b/, 'runs the tests themselves, or for minutes'],
  [
    /^(git clone|cd|npm (ci|install|i)) /,
    'needs the network, or is done: the reader has installed the project',
  ],
  [/^(systemctl|useradd|install|cp|runuser|journalctl|certbot)\b/, 'needs root, systemd or the network'],
  [/runuser/, 'needs root'],
  [/^docker\b/, 'needs Docker'],
  [/\bserver (deliver|restart|cancel)\b/, 'waits until an administrator stops the game server'],
];

/** Languages of blocks that are neither commands nor files of ours. */
const LANGUAGES_NOT_RUN: Record<string, string> = {
  text: 'shows what a program prints',
  yaml: 'configures Prometheus, which is not here',
  js: 'configures polkit, which is not here',
  ts: 'is compiled and run by packages/client/test/published.deep.test.ts',
  nginx: 'configures a proxy; apps/console/test/behind-nginx.test.ts starts it',
  mermaid: 'draws a picture',
  caddy: 'configures a proxy, which is not here',
};

test('commands are found in their blocks, over several lines and beside comments', () => {
  const text = `# first
npm start   # serves
curl -d '{
  "Reason": "it''s # no comment"
}' \\
  http://127.0.0.1/#here
`;
  assert.deepEqual(commandsOf(text), [
    'npm start',
    `curl -d '{\n  "Reason": "it''s # no comment"\n}'   http://127.0.0.1/#here`,
  ]);
});

/** docs/fleet.md is typed by fleet.deep.test.ts; the JSON of docs/events.md comes from the contract. */
const DOCUMENTS = [
  'README.md',
  ...globSync('docs/*.md', { cwd: ROOT }).filter((document) => !/\b(fleet|events)\.md$/.test(document)),
].filter((document) => fencedBlocks(ROOT, document).length > 0);

test('the documents with commands are found', () => {
  for (const name of ['README.md', 'docs/operations.md', 'docs/running-server.md', 'docs/cli.md'])
    assert.ok(DOCUMENTS.includes(name), name);
});

for (const document of DOCUMENTS) {
  const blocks = fencedBlocks(ROOT, document);
  const shell = blocks.filter(({ language }) => language === 'sh');
  /** In `npm test` how to start the demo and to ask it; a deep run types all. */
  const typed = byTier(document === 'README.md' ? shell.slice(0, 2) : [], shell);
  const place = ({ line }: Block) => `${document}:${line}`;

  if (typed.length > 0)
    test(`the commands of ${document} do what it says, from top to bottom`, { skip }, async (t) => {
      await using reader = await aReader();
      for (const block of typed) {
        for (const command of commandsOf(block.text)) {
          const reason = COMMANDS_NOT_RUN.find(([pattern]) => pattern.test(command))?.[1];
          await t.test(`${place(block)}: ${command}`, reason === undefined ? {} : { skip: reason }, () =>
            tryCommand(reader, command),
          );
        }
      }
    });

  for (const block of blocks.filter(({ language }) => language === 'json')) {
    test(`the JSON in ${place(block)} works`, async () => {
      const use =
        useOfJson(block.text) ?? assert.fail('e2e/docs/json-blocks.ts does not know what it is for');
      await use();
    });
  }

  test(`every block of ${document} is run or listed`, () => {
    for (const block of blocks) {
      if (['sh', 'json'].includes(block.language)) continue;
      assert.ok(LANGUAGES_NOT_RUN[block.language], `${place(block)} is neither run nor listed above`);
    }
  });
}
