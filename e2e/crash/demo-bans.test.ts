import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Banlist } from '@palatine/contract';
import { byTier, roundsSeed, testFolder } from '@palatine/platform/testing';
import { writeLargeSave } from '@palatine/testing/large-save';
import { succeeds } from '@palatine/testing/run-cli';
import { readWorld } from '@palatine/testing/store-snapshot';
import { between, seededRandom } from '@palatine/world/random';
import { commandAndKill, type Moment } from './crash-start.ts';
import { leftovers } from './import-crash-run.ts';

const folder = testFolder();

const MAX_COMMAND_MS = 1_200;
const REMOVING: Moment = (names) => names.some((name) => name.startsWith('Banlist-'));
const REPLACING: Moment = (names) => names.some((name) => /^world-.*\.db$/.test(name));

function bansOf(data: string): number {
  const { UserEntries, IPEntries } = JSON.parse(readFileSync(join(data, 'Banlist.json'), 'utf8')) as Banlist;
  return UserEntries.length + IPEntries.length;
}

test('an import over a demo world, killed at any moment, never leaves the new world with the bans of the demo', async (t) => {
  const save = join(folder, 'save');
  const demo = join(folder, 'demo');
  const data = join(folder, 'data');
  await writeLargeSave(save, 'Isle', 1);
  await succeeds(['world', 'demo', '--demo', 'players=12', '--data', demo]);
  assert.ok(bansOf(demo) > 0);

  const seed = roundsSeed(1);
  const late = between(seededRandom(seed), 300, MAX_COMMAND_MS);
  const moments: [name: string, moment: Moment][] = [
    ['once the bans are being removed', REMOVING],
    ['once the demo world has its second name', REPLACING],
  ];
  if (byTier(false, true)) moments.push([`after ${late} ms`, late]);
  for (const [name, moment] of moments) {
    cpSync(demo, data, { recursive: true });
    await commandAndKill(['world', 'import', save], data, moment);
    const { origin } = readWorld(join(data, 'world.db')).info;
    const about = `killed ${name}, seed ${seed}: the ${origin} world with ${bansOf(data)} bans`;
    t.diagnostic(about);
    if (origin === 'save') assert.equal(bansOf(data), 0, about);
    if (origin === 'demo') await succeeds(['world', 'import', save, '--data', data]);
    assert.equal(readWorld(join(data, 'world.db')).info.origin, 'save', about);
    assert.equal(bansOf(data), 0, about);
    assert.deepEqual(leftovers(data).unfinished, [], about);
    await rm(data, { recursive: true });
  }
});
