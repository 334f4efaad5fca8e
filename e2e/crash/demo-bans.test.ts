import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Banlist } from '@palatine/contract';
import { roundsSeed } from '@palatine/save/testing';
import { writeLargeSave } from '@palatine/testing/large-save';
import { runProcess } from '@palatine/testing/run-cli';
import { newFolder } from '@palatine/testing/start-service';
import { readWorld } from '@palatine/testing/store-snapshot';
import { between, seededRandom } from '@palatine/world/testing';
import { commandAndKill, type Moment } from './crash-start.ts';
import { leftovers } from './import-crash-run.ts';

const folder = newFolder();
after(() => rm(folder, { recursive: true, force: true }));

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
  await writeLargeSave(save, 'Isle', 6);
  const created = await runProcess(['world', 'demo', '--demo', 'players=12', '--data', demo]);
  assert.equal(created.code, 0, created.stderr);
  assert.ok(bansOf(demo) > 0);
  const importSave = () => runProcess(['world', 'import', save, '--data', data]);

  cpSync(demo, data, { recursive: true });
  const startedAt = Date.now();
  assert.equal((await importSave()).code, 0);
  const ms = Date.now() - startedAt;
  await rm(data, { recursive: true });

  const seed = roundsSeed(1);
  const random = seededRandom(seed);
  const late = between(random, Math.floor(0.7 * ms), Math.floor(1.1 * ms));
  for (const [name, moment] of [
    ['once the bans are being removed', REMOVING],
    ['once the demo world has its second name', REPLACING],
    [`after ${late} ms`, late],
  ] as const) {
    cpSync(demo, data, { recursive: true });
    await commandAndKill(['world', 'import', save], data, moment);
    const { origin } = readWorld(join(data, 'world.db')).info;
    const about = `killed ${name}, seed ${seed}: the ${origin} world with ${bansOf(data)} bans`;
    t.diagnostic(about);
    if (origin === 'save') assert.equal(bansOf(data), 0, about);
    if (origin === 'demo') {
      const again = await importSave();
      assert.equal(again.code, 0, `${about}: ${again.stderr}`);
    }
    assert.equal(readWorld(join(data, 'world.db')).info.origin, 'save', about);
    assert.equal(bansOf(data), 0, about);
    assert.deepEqual(leftovers(data).unfinished, [], about);
    await rm(data, { recursive: true });
  }
});
