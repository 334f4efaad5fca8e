import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fleetFile } from '@palatine/data-dir/server-file';
import { testFolder } from '@palatine/platform/testing';
import { commandsOf, fencedBlocks } from '@palatine/testing/fenced-blocks';
import { noNats } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';
import { aFleetReader, type FleetReader } from './fleet-reader.ts';
import { ROOT } from './project-copy.ts';

const missing = ['bash', 'curl', 'npm'].filter((tool) => spawnSync(tool, ['--version']).error);
const skip = noNats || (missing.length > 0 && `needs ${missing.join(' and ')}`);
const DOCUMENT = 'docs/fleet.md';
const BANNED = 'steam_76561190000000001';
const blocks = fencedBlocks(ROOT, DOCUMENT);

/** Preconditions of commands, as the text around them says. */
async function prepare(reader: FleetReader, command: string): Promise<void> {
  if (/fleet ban steam/.test(command)) return reader.stop('world-3');
  if (/fleet worlds/.test(command)) return untilPrinted(reader, command, /(?:Online [\s\S]*){3}/);
  if (/^npx palatine ban list/.test(command)) return untilPrinted(reader, command, new RegExp(BANNED));
}

/** Expected output of commands, besides exit code 0. */
const OUTCOMES: [command: RegExp, printed: RegExp][] = [
  [/fleet worlds/, /^World 3 .+ Online .+ eu$/m],
  [/fleet unban/, /is lifted\.$/m],
  [/fleet lists/, /^friends +Ban +1 +1 +Offer/m],
  [/token revoke/, /is revoked\.$/m],
  [/^curl/, /"Applied":3,"NotApplied":0,"Unknown":0/],
];

test(`the commands of ${DOCUMENT} do what it says, from top to bottom`, { skip }, async (t) => {
  await using reader = await aFleetReader();
  for (const { text, line } of blocks.filter(({ language }) => language === 'sh')) {
    for (const command of commandsOf(text)) {
      await t.test(`${DOCUMENT}:${line}: ${command}`, async () => {
        await prepare(reader, command);
        const printed = await reader.type(command);
        for (const [pattern, expected] of OUTCOMES)
          if (pattern.test(command)) assert.match(printed, expected);
      });
    }
  }
});

async function untilPrinted(reader: FleetReader, command: string, expected: RegExp): Promise<void> {
  await until(`${expected} of ${command}`, async () => expected.test(await reader.type(command)));
}

for (const { text, line } of blocks.filter(({ language }) => language === 'json')) {
  test(`the JSON in ${DOCUMENT}:${line} is a fleet.json`, () => {
    const folder = testFolder();
    const path = join(folder, fleetFile.name);
    writeFileSync(path, text);
    assert.deepEqual(fleetFile.warnings(path), []);
    fleetFile.read(path);
  });
}

test(`every block of ${DOCUMENT} is run, checked, or shows what a program prints`, () => {
  assert.ok(blocks.length > 5);
  for (const { language, line } of blocks) assert.match(language, /^(sh|json|text)$/, `${DOCUMENT}:${line}`);
});
