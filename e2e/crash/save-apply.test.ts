import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { openDataFolder } from '@palatine/data-dir/data-folder';
import { readBaseStates } from '@palatine/engine/base-states';
import { byTier, roundsSeed, testFolder } from '@palatine/platform/testing';
import { SOUND } from '@palatine/save/testing';
import { type AppliedWorld, applyWorld } from '@palatine/save-tools/apply-world';
import { saveEditContext } from '@palatine/save-tools/edit-folder';
import { aWorldOf, type ImportedSave, type Installation, itemsOfZoe } from '@palatine/testing/applied-worlds';
import { hasEnded } from '@palatine/testing/child-process';
import { contentsOf } from '@palatine/testing/folder-contents';
import { runCommand, succeeds } from '@palatine/testing/run-cli';
import { aSaveFolder, newSaveFolder, type SaveFolder } from '@palatine/testing/sound-save-folders';
import { between, seededRandom } from '@palatine/world/random';
import { commandAndKill, copyFolder, forEachKill, type Job, type Moment } from './crash-start.ts';

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

const MAIN = resolve(import.meta.dirname, '../../apps/cli/src/main.ts');

const give = (folder: string) => [
  ...['save', 'give', '--save', folder, '--player', SOUND.zoe],
  ...['--item', 'Wood', '--count', '5'],
];
const isHalfDone = (folder: string) => existsSync(join(folder, 'palatine-edit.json'));

/** Moments of an edit, by what is seen of it from outside. */
const MOMENTS: [name: string, has: (save: SaveFolder) => boolean][] = [
  ['a new file is written', ({ folder }) => readdirSync(folder).some((name) => name.endsWith('.writing'))],
  ['the journal is there', ({ folder }) => isHalfDone(folder)],
  ['a backup is kept', ({ beside }) => backupsIn(beside).some((name) => /^\d{8}T\d{6}Z$/.test(name))],
];

function backupsIn(beside: string): string[] {
  const folder = join(beside, 'palatine-backups', 'world');
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Runs the command, and kills it as soon as the moment has come. */
async function giveAndKill(save: SaveFolder, has: (save: SaveFolder) => boolean): Promise<void> {
  const child = spawn(process.execPath, [MAIN, ...give(save.folder)], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const lock = join(save.beside, 'palatine-backups', 'world', 'edit.lock');
  while (!hasEnded(child) && !has(save)) await (existsSync(lock) ? turn() : delay(1));
  child.kill('SIGKILL');
  await exited;
}

using whole = aSaveFolder();
const old = contentsOf(whole.folder);
await succeeds(give(whole.folder));
const edited = contentsOf(whole.folder);
assert.notDeepEqual(edited, old);

for (const [name, has] of MOMENTS) {
  test(`palatine save give, killed as soon as ${name}, is undone by save undo, and is done once when it is typed again`, async (t) => {
    using undone = aSaveFolder();
    await giveAndKill(undone, has);
    using again = newSaveFolder();
    copyFolder(undone.beside, again.beside);
    const half = isHalfDone(undone.folder);
    const check = await runCommand(['save', 'check', undone.folder]);
    if (half) assert.match(check.stderr, /was interrupted, so its files do not belong together/);
    const undo = await runCommand(['save', 'undo', undone.folder]);
    if (/has been finished/.test(undo.stdout)) await runCommand(['save', 'undo', undone.folder]);
    else if (half) assert.match(undo.stdout, /has been undone|is again as it was/);
    assert.deepEqual(contentsOf(undone.folder), old);
    t.diagnostic(half ? 'half done' : 'not half done');

    const level = join(again.folder, 'Level.sav');
    const wasDone = !half && Date.now() - lstatSync(level).mtimeMs < 60_000;
    if (wasDone) return; // the kill came too late
    const { code, stderr } = await runCommand(give(again.folder));
    if (code !== 0)
      assert.match(stderr, /has been finished: .* This command was not run, since it may be that very edit/);
    assert.deepEqual(contentsOf(again.folder), edited);
  });
}
