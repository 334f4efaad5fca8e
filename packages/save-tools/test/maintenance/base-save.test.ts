import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { readBaseSave } from '@palatine/engine/base-states';
import { testFolder } from '@palatine/platform/testing';
import { twoPlayersOneCamp, writeSaveFolder } from '@palatine/save/testing';
import { succeeds } from '@palatine/testing/run-cli';

const folder = testFolder();

const save = join(folder, 'save');
const data = join(folder, 'data');

before(async () => {
  await writeSaveFolder(save, twoPlayersOneCamp('D'), { era: 'D' });
  // A dimension storage and a copy: neither is read, so neither is kept.
  const [player = ''] = readdirSync(join(save, 'Players'));
  writeFileSync(join(save, 'Players', player.replace('.sav', '_dps.sav')), 'storage');
  writeFileSync(join(save, 'Players', player.replace('.sav', ' - Copy.sav')), 'copy');
  await palatine('world', 'import', save, '--data', data);
});

async function palatine(...args: string[]): Promise<void> {
  await succeeds(args);
}

function filesOf(world: string): Record<string, string> {
  const files = readBaseSave(world)?.files ?? assert.fail(`${world} has no base`);
  return Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString('base64')]));
}

function onDisk(): Record<string, string> {
  const names = readdirSync(save, { recursive: true, encoding: 'utf8' });
  const read = names.filter((name) => /^(Level|LevelMeta|Players.[0-9A-F]{32})\.sav$/.test(name)).sort();
  return Object.fromEntries(read.map((name) => [name, readFileSync(join(save, name), 'base64')]));
}

test('an import keeps its files byte for byte, and their folder', () => {
  assert.equal(Object.keys(onDisk()).length, 4);
  assert.deepEqual(filesOf(join(data, 'world.db')), onDisk());
  const { folder: from, atMs = 0 } = readBaseSave(join(data, 'world.db')) ?? {};
  assert.equal(from, save);
  assert.ok(atMs > Date.UTC(2026, 0, 1));
});

test('a backup, the world restored from it, and the replaced world have the base of their world', async () => {
  const backup = join(folder, 'backup');
  await palatine('world', 'backup', backup, '--data', data);
  assert.deepEqual(filesOf(join(backup, 'world.db')), onDisk());
  const secondFolder = join(folder, 'other');
  await palatine('world', 'demo', '--demo', 'players=2,palsPerPlayer=1', '--data', secondFolder);
  assert.equal(readBaseSave(join(secondFolder, 'world.db')), undefined);
  await palatine('world', 'restore', backup, '--replace', '--data', secondFolder);
  assert.deepEqual(filesOf(join(secondFolder, 'world.db')), onDisk());
  await palatine('world', 'demo', '--replace', '--demo', 'players=2,palsPerPlayer=1', '--data', secondFolder);
  assert.equal(readBaseSave(join(secondFolder, 'world.db')), undefined);
  const replaced = readdirSync(secondFolder).filter((name) => /^world-.*\.db$/.test(name));
  const withBase = replaced.filter((name) => readBaseSave(join(secondFolder, name)) !== undefined);
  assert.equal(withBase.length, 1);
});
