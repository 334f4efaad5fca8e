import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { SOUND } from '@palatine/save/testing';
import { hasEnded } from '@palatine/testing/child-process';
import { contentsOf } from '@palatine/testing/folder-contents';
import { runCommand, succeeds } from '@palatine/testing/run-cli';
import { aSaveFolder, newSaveFolder, type SaveFolder } from '@palatine/testing/sound-save-folders';
import { copyFolder } from './crash-start.ts';

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
