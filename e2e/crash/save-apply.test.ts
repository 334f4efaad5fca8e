import assert from 'node:assert/strict';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { openDataFolder } from '@palatine/data-dir/data-folder';
import { readBaseStates } from '@palatine/engine/base-states';
import { byTier, runs } from '@palatine/save/testing';
import { type AppliedWorld, applyWorld } from '@palatine/save-tools/apply-world';
import { saveEditContext } from '@palatine/save-tools/edit-save-folder';
import {
  applied,
  aWorldOf,
  type ImportedSave,
  type Installation,
  itemsOfZoe,
} from '@palatine/testing/applied-worlds';
import { newFolder } from '@palatine/testing/start-service';
import { between, seededRandom } from '@palatine/world/testing';
import { commandAndKill, type Moment, runToStep, stepsToKillAt } from './crash-start.ts';

const WRITER = join(import.meta.dirname, 'apply-writer.ts');
/** Kills at a random time; those at a change of the files come on top. */
const { numRuns: ROUNDS, seed } = runs(1);
const random = seededRandom(seed);
const root = newFolder();
let rounds = 0;
const REWRITTEN = 'a save that the game has written since';
const SAVES = byTier([REWRITTEN], ['the imported save', REWRITTEN]);
after(() => rmSync(root, { recursive: true, force: true }));

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

/** Runs the apply and kills it after some steps. @returns the number of steps, if it was not killed. */
function killedAfter({ save, data }: Installation, steps: number): Promise<number | undefined> {
  return runToStep(WRITER, [data, save, `${steps}`]);
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
  test(`an apply to ${name}, killed after any of its steps, brings each change into the save once`, async () => {
    using installation = await aStart(name);
    const whole = aRound(installation);
    const steps = (await killedAfter(whole, 0)) ?? 0;
    assert.ok(steps > 5);
    await assertAppliedOnce(whole, 'not killed');
    for (const step of stepsToKillAt(steps)) {
      const round = aRound(installation);
      await killedAfter(round, step);
      await assertAppliedOnce(round, `killed after step ${step} of ${steps}`);
    }
  });

  test(`so does the command on ${name} that is killed at any time, also while it makes the world of the changed save`, async () => {
    using installation = await aStart(name);
    const timed = aRound(installation);
    const startedAt = Date.now();
    assert.equal((await applied(timed)).code, 0);
    const wholeMs = Date.now() - startedAt;
    rmSync(timed.server, { recursive: true });
    const names =
      (pattern: RegExp): Moment =>
      (result) =>
        result.some((name) => pattern.test(name));
    const moments = Array.from({ length: ROUNDS }, () => between(random, wholeMs / 3, wholeMs));
    for (const moment of [names(/^world\.db\.making$/), names(/^world-.*\.db$/), ...moments]) {
      const round = aRound(installation);
      await commandAndKill(['save', 'apply', '--save', round.save], round.data, moment);
      await assertAppliedOnce(round, `killed at ${moment}, seed ${seed}`);
    }
  });
}
