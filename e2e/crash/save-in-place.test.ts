import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { byTier, roundsSeed } from '@palatine/save/testing';
import { settleInterrupted } from '@palatine/save-tools/edit-journal';
import { installSave, undoSave } from '@palatine/save-tools/install-files';
import { digestSave } from '@palatine/save-tools/save-files';
import { lockSave } from '@palatine/save-tools/save-folder';
import { CLOSED_PORT, contentsOf, filesBelow } from '@palatine/testing/folder-contents';
import {
  aWorldFolder,
  changedFilesOf,
  NOW_MS,
  SAVED_AT_MS,
  setTimes,
  writeChanged,
} from '@palatine/testing/save-folders';
import { between, seededRandom } from '@palatine/world/random';
import { copyFolder, forEachKill, type Job, kill } from './crash-start.ts';

const ROUNDS = byTier(8, 100);

type Work = 'put' | 'undo';
type Contents = Map<string, string>;

const seed = roundsSeed(2);
const root = testFolder();
const changed = join(root, 'changed');
/** A folder to copy for each round of a work, and what it may be once the work was killed. */
type Start = { folder: string; world: string; old: Contents; new: Contents; steps: number };
const starts = new Map<Work, Start>();

const world = await aWorldFolder(join(root, 'put'));
const old = contentsOf(world);
const files = changedFilesOf(world);
writeChanged(changed, files);
cpSync(join(root, 'put'), join(root, 'undo'), { recursive: true, preserveTimestamps: true });
const edited = world.replace(join(root, 'put'), join(root, 'undo'));
{
  using save = lockSave(edited);
  installSave(save, files, { nowMs: SAVED_AT_MS, command: 'save give', expected: digestSave(edited) });
}
setTimes(edited, SAVED_AT_MS);
const done = contentsOf(edited);
assert.notDeepEqual(done, old);
starts.set('put', { folder: join(root, 'put'), world, old, new: done, steps: 0 });
starts.set('undo', { folder: join(root, 'undo'), world: edited, old: done, new: old, steps: 0 });

/** A work, or the finishing of an interrupted one. */
function jobOf(work: Work | 'finish', world: string): Job {
  return { folder: join(root, 'round'), work, args: [world, changed, `${NOW_MS}`] };
}

/** A fresh copy of the folder that a work begins with. */
function copyStart(work: Work): string {
  const start = starts.get(work) ?? assert.fail();
  copyFolder(start.folder, join(root, 'round'));
  return start.world.replace(start.folder, join(root, 'round'));
}

/** The backups of a world, in which nothing is half made. */
function backupsOf(world: string): string[] {
  const folder = join(world, '..', 'palatine-backups', basename(world));
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name !== 'edit.lock');
}

/** Whether the world is the old or the new one, byte for byte; throws when it is neither. */
function stateOf(work: Work, world: string): 'old' | 'new' {
  const contents = contentsOf(world);
  const start = starts.get(work);
  assert.ok(start);
  const isNew = contents.get('Level.sav') === start.new.get('Level.sav');
  assert.deepEqual(contents, isNew ? start.new : start.old);
  return isNew ? 'new' : 'old';
}

/** Lets the next command finish what was killed. @returns what it said and the state it left. */
async function finish(work: Work, world: string) {
  using save = lockSave(world);
  const message = (await settleInterrupted(save, { restPort: CLOSED_PORT }))?.message;
  const state = stateOf(work, world);
  const said = state === 'new' ? /has been finished/ : /undone|removed, and the save is as it was/;
  if (message !== undefined) assert.match(message, said);
  const backups = backupsOf(world);
  assert.equal(backups.length, (work === 'put' ? 0 : 1) + (state === 'new' ? 1 : 0));
  assert.deepEqual(
    backups.filter((name) => !/^\d{8}T\d{6}Z$/.test(name)),
    [],
  );
  assert.equal(await settleInterrupted(save, { restPort: CLOSED_PORT }), undefined, 'once is enough');
  if (state === 'new') {
    await undoSave(save, { nowMs: NOW_MS, restPort: CLOSED_PORT });
    assert.deepEqual(contentsOf(world), starts.get(work)?.old);
  }
  return { message, state };
}

for (const work of ['put', 'undo'] as const) {
  const title = work === 'put' ? 'putting files in place' : 'an undo';
  test(`killed after any step of ${title}, the folder is the old or the new one, and the next command says which`, async (t) => {
    const counts = { old: 0, new: 0 };
    const world = copyStart(work);
    const steps = await forEachKill(jobOf(work, world), async (about, step) => {
      const { message, state } = await finish(work, world);
      assert.ok(
        message !== undefined || state === 'new' || step === 0,
        `${about}: it must say what it undid`,
      );
      counts[state] += 1;
    });
    assert.ok(steps > 10);
    assert.ok(Math.min(counts.old, counts.new) > steps / 10);
    t.diagnostic(`${steps} steps: ${counts.old} times the old save, ${counts.new} times the new one`);
  });
}

interface Round {
  work: Work;
  /** The step after which the work is killed, and those after which the finishing is. */
  kills: readonly number[];
  /** Removes a file that the work had written beside the old one, so that it cannot be finished. */
  loses: boolean;
}

async function killAndFinish({ work, kills: [first = 0, ...finishing], loses }: Round) {
  const world = copyStart(work);
  await kill(jobOf(work, world), first);
  const written = filesBelow(world).find((path) => path.endsWith('.writing'));
  if (loses && written !== undefined) rmSync(join(world, written));
  for (const step of finishing) await kill(jobOf('finish', world), step);
  const { message, state } = await finish(work, world);
  const isExcused = first === 0 || loses || finishing.length > 0;
  assert.ok(message !== undefined || state === 'new' || isExcused, 'it must say what it undid');
  return { message, state };
}

test(`so it is in ${ROUNDS} random rounds, in which the next command is killed too and new files get lost`, async (t) => {
  const random = seededRandom(seed);
  const counts = { old: 0, new: 0, message: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const finishing = Array.from({ length: between(random, 0, 2) }, () => between(random, 1, 9));
    const plan: Round = {
      work: random() < 0.7 ? 'put' : 'undo',
      kills: [between(random, 0, 18), ...finishing],
      loses: random() < 0.4,
    };
    try {
      const { message, state } = await killAndFinish(plan);
      counts[state] += 1;
      if (message !== undefined) counts.message += 1;
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}: ${JSON.stringify(plan)}`, { cause: error });
    }
  }
  assert.ok(Math.min(counts.old, counts.new, counts.message) > byTier(0, 5));
  t.diagnostic(
    `seed ${seed}: ${counts.old} times the old save, ${counts.new} times the new one, said ${counts.message} times`,
  );
});
