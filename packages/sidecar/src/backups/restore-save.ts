import { chmodSync, existsSync, lstatSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { flushFolder, writeNewFile } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { namesInFolder } from '@palatine/platform/json';
import { isAbandoned, makePrivateFolder, temporaryName } from '@palatine/platform/private-files';
import { LEVEL, PLAYERS } from '@palatine/save/folder-files';
import { type AtRestOptions, assertNotRunning, assertSaveAtRest } from '@palatine/save-tools/at-rest';
import { type Step, settleInterrupted } from '@palatine/save-tools/edit-journal';
import { installSave } from '@palatine/save-tools/install-files';
import { isGameFile, rightsFor, type SaveDigests, sha256OfFile } from '@palatine/save-tools/save-files';
import { type LockedSave, lockSave } from '@palatine/save-tools/save-folder';
import { backedUpFile } from '@palatine/save-tools/undo-log';
import type { SaveFolderBackup } from './save-backup.ts';

export interface RestoreOptions extends Omit<AtRestOptions, 'expected'> {
  /** The world folder, which may be missing. */
  readonly world: string;
  readonly backup: SaveFolderBackup;
  readonly step?: Step | undefined;
}

/**
 * Restores Level.sav, LevelMeta.sav and the files of players as one edit, which can be undone; all else in the folder
 * stays. Rejects with a ConfigError, and changes nothing, for a damaged or foreign backup, and while a server may use
 * the world.
 * @returns paths in the world: replaced, `brought`, and players' files that the backup lacks, `keptAside`; `keptIn`
 * holds the former files. `recovered`: result of an earlier change that had been interrupted.
 */
export async function restoreSaveBackup(options: RestoreOptions) {
  const { world, backup } = options;
  const name = basename(existsSync(world) ? realpathSync(world) : world);
  if (backup.manifest.world !== name) {
    throw new ConfigError(`${backup.folder} is of the world ${backup.manifest.world}, not of ${name}`);
  }
  await verifySaveFolderBackup(backup);
  return existsSync(world) ? await restoreInto(options) : await createFromBackup(options);
}

async function restoreInto({ world, backup, step, ...atRest }: RestoreOptions) {
  assertHasLevel(world);
  using save = lockSave(world);
  const recovered = (await settleInterrupted(save, { ...atRest, step }))?.message;
  const expected = await assertSaveAtRest(save.folder, atRest);
  const changed = changesOf(save.folder, backup, expected);
  const paths = [...changed.keys()].sort();
  const report = {
    replaced: paths.filter((path) => expected.has(path) && changed.get(path) !== null),
    brought: paths.filter((path) => !expected.has(path)),
    keptAside: paths.filter((path) => changed.get(path) === null),
    recovered,
  };
  if (changed.size === 0) return { ...report, keptIn: undefined };
  makePlayersFolder(save);
  const facts = { nowMs: atRest.nowMs, command: 'server restore', expected, step };
  const { backup: keptIn } = installSave(save, changed, { ...facts, doing: 'restore' });
  return { ...report, keptIn };
}

/** Differences from the backup, by path: the bytes of a file, or null for one that is not in the backup. */
function changesOf(world: string, { folder, manifest }: SaveFolderBackup, expected: SaveDigests) {
  const changed = new Map<string, Buffer | null>();
  const targets = new Set<string>();
  for (const { path, sha256 } of manifest.files) {
    if (!isGameFile(path)) continue;
    const target = nameInWorld(world, path, expected);
    targets.add(target);
    if (expected.get(target)?.sha256 !== sha256) changed.set(target, backedUpFile(folder, path, sha256));
  }
  for (const path of expected.keys()) if (isGameFile(path) && !targets.has(path)) changed.set(path, null);
  return changed;
}

/** Name of a file in the world, for file systems that ignore case. */
function nameInWorld(world: string, path: string, expected: SaveDigests): string {
  if (expected.has(path) || !existsSync(join(world, path))) return path;
  return [...expected.keys()].find((name) => name.toLowerCase() === path.toLowerCase()) ?? path;
}

function assertHasLevel(world: string): void {
  if (lstatSync(join(world, LEVEL), { throwIfNoEntry: false }) !== undefined) return;
  throw new ConfigError(
    `${world} holds no ${LEVEL}; move the folder to another place, keep it, and run the command again: the folder is ` +
      'then created from the backup',
  );
}

/** The game creates it with the first player. */
function makePlayersFolder({ folder }: LockedSave): void {
  const players = join(folder, PLAYERS);
  if (existsSync(players)) return;
  makePrivateFolder(players);
  if (process.platform !== 'win32') chmodSync(players, lstatSync(folder).mode & 0o777);
}

/** Creates the folder beside its name, so that it exists whole or not at all. */
async function createFromBackup(options: RestoreOptions) {
  const { world, backup, step = () => {} } = options;
  await assertNotRunning(world, [], options);
  sweepDrafts(world);
  const draft = temporaryName(world);
  const { files } = backup.manifest;
  try {
    for (const { path, sha256, ...rights } of files) {
      makePrivateFolder(dirname(join(draft, path)));
      writeNewFile(join(draft, path), backedUpFile(backup.folder, path, sha256), rightsFor(rights));
      step(`copied ${path}`);
    }
    for (const folder of new Set(files.map(({ path }) => dirname(join(draft, path))))) flushFolder(folder);
    renameSync(draft, world);
    flushFolder(dirname(world));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
  const brought = files.map(({ path }) => path).sort();
  return { replaced: [], brought, keptAside: [], keptIn: undefined, recovered: undefined };
}

/** Removes leftovers of a killed restore beside the world. */
function sweepDrafts(world: string): void {
  for (const name of namesInFolder(dirname(world))) {
    if (!name.startsWith(`${basename(world)}.`) || !isAbandoned(name)) continue;
    rmSync(join(dirname(world), name), { recursive: true, force: true });
  }
}

/** Compares every file of a backup with its manifest. Rejects with a ConfigError that names the first difference. */
export async function verifySaveFolderBackup({ folder, manifest }: SaveFolderBackup): Promise<void> {
  for (const { path, sha256 } of manifest.files) {
    const digest = sha256OfFile(join(folder, path));
    if (digest === undefined) throw new ConfigError(`${folder} is damaged: ${path} is missing`);
    if (digest !== sha256) throw new ConfigError(`${folder} is damaged: ${path} is not what was backed up`);
    await turn();
  }
}
