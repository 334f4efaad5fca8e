import assert from 'node:assert/strict';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { openDataFolder } from '@palatine/data-dir/data-folder';
import { readBaseStates } from '@palatine/engine/base-states';
import { byTier, roundsSeed, testFolder } from '@palatine/platform/testing';
import { type AppliedWorld, applyWorld } from '@palatine/save-tools/apply-world';
import { saveEditContext } from '@palatine/save-tools/edit-folder';
import { aWorldOf, type ImportedSave, type Installation, itemsOfZoe } from '@palatine/testing/applied-worlds';
import { between, seededRandom } from '@palatine/world/random';
import { commandAndKill, forEachKill, type Job, type Moment } from './crash-start.ts';

const seed = roundsSeed(1);
const random = seededRandom(seed);
/** Kills at a random time of a command; those at a change of the files come on top. */
const TIMES_MS = Array.from({ length: byTier(0, 10) }, () => between(random, 300, 1_500));
const root = testFolder();
let rounds = 0;
const REWRITTEN = 'a save that the game has written since';
/** The steps of replacing files are all taken in save-in-place.test.ts. */
const isChecked = (step: number) => byTier(step % 3 === 1, true);
const SAVES = byTier([REWRITTEN], ['the imported save', REWRITTEN]);

/** A world with a grant to apply. */
async function aStart(name: string): Promise<ImportedSave> {
  const installation = await aWorldOf();
  await installation.grant([{ ItemID: 'Wood', Count: 5 }]);
  if (name === REWRITTEN) await installation.gameSaves();
  return installation;
}

/** Copies of the save and the data folder, with the times of their files. */
function aRound(installation: Installation): Installation {
  const server = join(root, `${++rounds}`);
  cpSync(installation.server, server, { recursive: true, preserveTimestamps: true });
  const above = join(server, relative(installation.server, installation.above));
  return { server, above, save: join(above, 'world'), data: join(above, 'data') };
}

/** Applies without a kill, in this process. */
async function applyHere({ save, data: path }: Installation): Promise<AppliedWorld> {
  const data = openDataFolder(path);
  try {
    return await applyWorld({ data, folder: save, context: saveEditContext(data) });
  } finally {
    data.unlock();
  }
}

/** The save gets the grant once, whatever happened before: by the next apply, and not again by the one after. */
async function assertAppliedOnce(round: Installation, about: string): Promise<void> {
  const expected = [['Wood', 5]];
  const next = await applyHere(round);
  assert.deepEqual(next.rejected, [], about);
  assert.deepEqual(await itemsOfZoe(round.save), expected, about);
  const last = await applyHere(round);
  assert.deepEqual([last.edit, last.created], [undefined, undefined], about);
  assert.deepEqual(await itemsOfZoe(round.save), expected, about);
  assert.equal(readBaseStates(join(round.data, 'world.db'))?.pending, undefined, about);
  assert.equal(existsSync(join(round.save, 'palatine-edit.json')), false, about);
  rmSync(round.server, { recursive: true });
}

for (const name of SAVES) {
  const installation = await aStart(name);
  after(() => installation[Symbol.dispose]());

  test(`an apply to ${name}, killed after any of its steps, brings each change into the save once`, async () => {
    const round = aRound(installation);
    const job: Job = { folder: round.server, work: 'apply', args: [round.save, round.data] };
    const steps = await forEachKill(job, (about) => assertAppliedOnce(round, about), isChecked);
    assert.ok(steps > 5);
  });

  test(`so does the command on ${name} that is killed at any time, also while it makes the world of the changed save`, async () => {
    const names =
      (pattern: RegExp): Moment =>
      (result) =>
        result.some((name) => pattern.test(name));
    for (const moment of [names(/^world\.db\.making$/), names(/^world-.*\.db$/), ...TIMES_MS]) {
      const round = aRound(installation);
      await commandAndKill(['save', 'apply', '--save', round.save], round.data, moment);
      await assertAppliedOnce(round, `killed at ${moment}, seed ${seed}`);
    }
  });
}
