import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { CLI_COMMANDS, loadCommands } from '@palatine/cli/commands';

const root = resolve(import.meta.dirname, '..');
const commands = await loadCommands(CLI_COMMANDS);
/** A decision tells of the time when it was made. */
const documents = globSync(['*.md', 'docs/*.md', '{apps,packages}/*/README.md'], { cwd: root }).filter(
  (document) => document !== 'CHANGELOG.md',
);

/** The calls of the command line in running text, such as `palatine token list`. */
function callsIn(text: string): string[] {
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, call = '']) => call);
  return code
    .filter((call) => /^(npx )?palatine /.test(call))
    .map((call) => call.replace(/^(npx )?palatine /, ''));
}

/** The error of a call; '' when it is valid. */
function errorIn(call: string): string {
  const words = call.split(/\s+/);
  if (/^(-|[A-Z])/.test(words[0] ?? '')) return ''; // of every command
  const matched = commands.find(({ name }) => call === name || call.startsWith(`${name} `));
  const group = commands.some(({ name }) => name.startsWith(`${words[0]} `));
  if (matched === undefined) return group && words.length === 1 ? '' : 'there is no such command';
  const flags = Object.keys(matched.flags).map((flag) => `--${flag}`);
  const unknown = words.find((word) => word.startsWith('--') && !flags.includes(word.replace(/=.*/, '')));
  return unknown === undefined ? '' : `${matched.name} takes no ${unknown}`;
}

test('a call of a command or a flag that is not there is an error', () => {
  assert.equal(errorIn("token create Shop --permission '*' --json"), '');
  assert.equal(errorIn('world'), '');
  assert.equal(errorIn('serve --port 1'), '');
  assert.equal(errorIn('COMMAND --help'), '');
  assert.equal(errorIn('wrold info'), 'there is no such command');
  assert.equal(errorIn('world inform'), 'there is no such command');
  assert.equal(errorIn('token create Shop --permissions x'), 'token create takes no --permissions');
  assert.equal(errorIn('serve --prot 1'), 'serve takes no --prot');
});

for (const document of documents) {
  test(`every command that ${document} names is there, with its flags, in quotes that every shell reads`, () => {
    const text = readFileSync(join(root, document), 'utf8');
    assert.doesNotMatch(text, / --[a-z-]+ '/, 'cmd.exe passes single quotes on');
    for (const call of callsIn(text)) {
      const error = errorIn(call);
      assert.equal(error, '', `${document}: palatine ${call}: ${error}`);
    }
  });
}

test('the operations page names commands', () => {
  assert.ok(callsIn(readFileSync(join(root, 'docs/operations.md'), 'utf8')).length > 5);
});
