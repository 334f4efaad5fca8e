import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { testFolder } from '@palatine/platform/testing';
import {
  aLevelFileOf,
  aPlayerFileOf,
  containerHeader,
  packOodle,
  twoPlayersOneCamp,
  writeSaveFolder,
} from '@palatine/save/testing';
import { writeLargeSave } from '@palatine/testing/large-save';
import { runCommand, runProcess } from '@palatine/testing/run-cli';

const folder = testFolder();

/** A heap that fits the largest shared save, but no lists of millions. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=40' };

const ZOE = 'Players/0000000B00000000000000000000ABCD.sav';

async function aSave(name: string): Promise<string> {
  const save = join(folder, name);
  await writeSaveFolder(save, twoPlayersOneCamp(), { era: 'D' });
  return save;
}

function packZlib(gvas: Buffer): Buffer {
  const payload = deflateSync(gvas);
  return Buffer.concat([containerHeader('PlZ1', gvas.length, payload.length), payload]);
}

function runImport(data: string, save: string, ...more: string[]) {
  return runProcess(['world', 'import', save, '--data', data, ...more], SMALL_HEAP);
}

const demo = join(folder, 'demo-data');
before(() => runCommand(['world', 'demo', '--data', demo, '--demo', 'players=3']));

/** Asserts that an import over an existing world fails with that one line, and that the world stays. */
async function assertRefused(save: string, line: RegExp): Promise<void> {
  const world = () => [readdirSync(demo), readFileSync(join(demo, 'world.db'))];
  const present = world();
  const { code, stderr } = await runImport(demo, save, '--replace');
  assert.equal(code, 1, stderr);
  assert.match(stderr.trimEnd().split('\n').at(-1) ?? '', line);
  assert.doesNotMatch(stderr, /\n {4}at |FATAL|Native stack/);
  assert.deepEqual(world(), present);
}

test('a player file of four million names costs that player in one line, and little memory', async () => {
  const save = await aSave('names');
  const names = new Array<string>(4_000_000).fill('');
  const file = packZlib(aPlayerFileOf((writer) => writer.names('UnlockedRecipeTechnologyNames', names)));
  assert.ok(file.length < 20_000);
  writeFileSync(join(save, ZOE), file);
  const { code, stdout, stderr } = await runImport(join(folder, 'names-data'), save);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /2 players/);
  assert.match(stderr, /Players\/0000000B\w+\.sav: SaveData: it announces more values than .* left out\n/);
});

test('a Level.sav of one megabyte that unpacks to a thousand is refused in one line, and the world stays', async () => {
  const save = await aSave('bomb');
  const level = aLevelFileOf((writer) => writer.bytes('Padding', Buffer.alloc(1_000_000)));
  writeFileSync(join(save, 'Level.sav'), packOodle(level, 4000));
  await assertRefused(save, /^palatine: \S+: Level\.sav: an unpacked size of \d+ bytes is absurd/);
});

test('an import that reaches the memory limit of its thread ends in one line, and the world stays', async () => {
  const save = join(folder, 'large');
  await writeLargeSave(save, 'A large world', 100);
  const line = /^palatine: \S+: importing the save needs more memory than it may use; nothing was changed$/;
  await assertRefused(save, line);
});

test('odd entries among the player files are warnings with their names, and do not stop the import', async () => {
  const save = await aSave('odd');
  const at = (digit: string) => join(save, `Players/${digit.repeat(32)}.sav`);
  mkdirSync(at('1'));
  symlinkSync('nowhere', at('2'));
  execFileSync('mkfifo', [at('3')]);
  const { code, stdout, stderr } = await runImport(join(folder, 'odd-data'), save);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /2 players/);
  for (const digit of ['1', '2', '3']) {
    const warning = new RegExp(`warning: Players/${digit.repeat(32)}\\.sav: it is .*; the file was left out`);
    assert.match(stderr, warning);
  }
});
