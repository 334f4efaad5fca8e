import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { byTier, roundsSeed } from '@palatine/save/testing';
import { digestSave } from '@palatine/save-tools/digest-save';
import { finishInterrupted } from '@palatine/save-tools/finish-interrupted';
import { installSave, undoSave } from '@palatine/save-tools/install-files';
import { lockSave } from '@palatine/save-tools/save-lock';
import { CLOSED_PORT, contentsOf, filesBelow } from '@palatine/testing/folder-contents';
import {
  aWorldFolder,
  changedFilesOf,
  NOW_MS,
  SAVED_AT_MS,
  setTimes,
  writeChanged,
} from '@palatine/testing/save-folders';
import { newFolder } from '@palatine/testing/start-service';
import { between, seededRandom } from '@palatine/world/testing';
import { forEachRound, runToStep, stepsToKillAt } from './crash-start.ts';

const WRITER = join(import.meta.dirname, 'save-writer.ts');
const ROUNDS = byTier(5, 100);

type Work = 'put' | 'undo';
type Contents = Map<string, string>;

const seed = roundsSeed(2);
const root = newFolder();
const changed = join(root, 'changed');
/** A folder to copy for each round of a work, and what it may be once the work was killed. */
type Start = { folder: string; world: string; old: Contents; new: Contents; steps: number };
const starts = new Map<Work, Start>();

before(async () => {
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
});
after(() => rmSync(root, { recursive: true, force: true }));

/** Runs a work to its end, or to the step after which it kills itself. @returns the steps of one that ended. */
function runWriter(work: Work | 'finish', folder: string, killAfter: number): Promise<number | undefined> {
  return runToStep(WRITER, [work, folder, changed, `${killAfter}`, `${NOW_MS}`]);
}

/** A fresh copy of the folder that a work begins with. */
function copyStart(work: Work, round: string): string {
  const start = starts.get(work);
  assert.ok(start);
  const copy = join(root, `round-${round}`);
  cpSync(start.folder, copy, { recursive: true, preserveTimestamps: true });
  return start.world.replace(start.folder, copy);
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

interface Round {
  work: Work;
  /** The step after which the work is killed, and those after which the finishing is. */
  kills: readonly number[];
  /** Removes a file that the work had written beside the old one, so that it cannot be finished. */
  loses: boolean;
}

/** @returns what the last command said and the state it left. */
async function killAndFinish(round: string, { work, kills, loses }: Round) {
  const world = copyStart(work, round);
  const [first = 0, ...finishing] = kills;
  await runWriter(work, world, first);
  if (loses) {
    const written = filesBelow(world).find((path) => path.endsWith('.writing'));
    if (written !== undefined) rmSync(join(world, written));
  }
  for (const kill of finishing) await runWriter('finish', world, kill);
  const killedFinishing = finishing.length > 0;
  using save = lockSave(world);
  const message = await finishInterrupted(save, { restPort: CLOSED_PORT });
  const state = stateOf(work, world);
  if (message !== undefined)
    assert.match(
      message,
      state === 'new' ? /has been finished/ : /undone|removed, and the save is as it was/,
    );
  else assert.ok(first === 0 || state === 'new' || loses || killedFinishing, 'it must say what it undid');
  const had = work === 'put' ? 0 : 1;
  assert.equal(backupsOf(world).length, had + (state === 'new' ? 1 : 0));
  const others = backupsOf(world).filter((name) => !/^\d{8}T\d{6}Z$/.test(name));
  assert.deepEqual(others, []);
  assert.equal(await finishInterrupted(save, { restPort: CLOSED_PORT }), undefined, 'once is enough');
  if (state === 'new') {
    await undoSave(save, { nowMs: NOW_MS, restPort: CLOSED_PORT });
    assert.deepEqual(contentsOf(world), starts.get(work)?.old);
  }
  rmSync(join(root, `round-${round}`), { recursive: true });
  return { said: message, state };
}

for (const work of ['put', 'undo'] as const) {
  const title = work === 'put' ? 'putting files in place' : 'an undo';
  test(`killed after any step of ${title}, the folder is the old or the new one, and the next command says which`, async (t) => {
    const steps = (await runWriter(work, copyStart(work, 'whole'), -1)) ?? 0;
    assert.ok(steps > 10);
    const counts = { old: 0, new: 0 };
    const kills = [0, ...stepsToKillAt(steps)];
    await forEachRound(kills, async (kill) => {
      const { state } = await killAndFinish(`${work}-${kill}`, { work, kills: [kill], loses: false });
      counts[state] += 1;
    });
    assert.ok(Math.min(counts.old, counts.new) > kills.length / 10);
    t.diagnostic(`${steps} steps: ${counts.old} times the old save, ${counts.new} times the new one`);
  });
}

test(`so it is in ${ROUNDS} random rounds, in which the next command is killed too and new files get lost`, async (t) => {
  const random = seededRandom(seed);
  const finishing = () => Array.from({ length: between(random, 0, 2) }, () => between(random, 1, 9));
  const aRound = (): Round => ({
    work: random() < 0.7 ? 'put' : 'undo',
    kills: [between(random, 0, 18), ...finishing()],
    loses: random() < 0.4,
  });
  const plans = Array.from({ length: ROUNDS }, aRound);
  const counts = { old: 0, new: 0, message: 0 };
  await forEachRound([...plans.entries()], async ([round, plan]) => {
    try {
      const { state, said: message } = await killAndFinish(`random-${round}`, plan);
      counts[state] += 1;
      if (message !== undefined) counts.message += 1;
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}: ${JSON.stringify(plan)}`, { cause: error });
    }
  });
  assert.ok(Math.min(counts.old, counts.new, counts.message) > byTier(0, 5));
  t.diagnostic(
    `seed ${seed}: ${counts.old} times the old save, ${counts.new} times the new one, said ${counts.message} times`,
  );
});
