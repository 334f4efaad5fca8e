import { existsSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { BANLIST } from '@palatine/data-dir/banlist-file';
import type { DataFolder, DataPaths } from '@palatine/data-dir/data-folder';
import {
  copyFiles,
  digestOf,
  type FileKind,
  fileBelow,
  fileKindOf,
  type LeftOut,
  MANIFEST,
  type Manifest,
  operatorFilesIn,
  readManifest,
  verifyFiles,
  WORLD_FILE,
} from '@palatine/engine/backup-files';
import { carryBases } from '@palatine/engine/base-states';
import { copyRows, onWorldFile, renewIncarnation } from '@palatine/engine/open-world-file';
import { loadWorld } from '@palatine/engine/store';
import { copyWorld, integrityErrors } from '@palatine/engine/world-readers';
import { copyFileAtomically, flushFolder, writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { compactTime, freeName } from '@palatine/platform/format';
import { formatJson, namesInFolder } from '@palatine/platform/json';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { runJob } from '@palatine/platform/run-job';
import { PALATINE_VERSION } from '@palatine/platform/version';
import { loadCatalogue } from '@palatine/world/catalogue';
import { checkWorld } from '@palatine/world/check-world';
import { type CarriedAttached, carryAttached } from './carry-attached.ts';
import { type CarriedAudit, carryAudit } from './carry-audit.ts';
import { assertNoWorld, type Progress, type ProgressCalls } from './make-world.ts';
import { removeWorldFile, swapWorldFile } from './swap-world-file.ts';

interface BackupOptions {
  /** The new folder, which must not exist yet; by default `Backups/<UTC stamp>`. */
  folder?: string | undefined;
  archives?: boolean;
  /** Whether to include the password of the game server, keys, and tokens that are not stored as a hash. */
  secrets?: boolean;
  onProgress?: (progress: Progress) => void;
}

export interface Backup {
  folder: string;
  manifest: Manifest;
  /** Files of the data folder that are not in the backup, such as secrets, foreign and unreadable files. */
  leftOut: LeftOut[];
}

/** A newer `.making` folder may belong to a running backup. */
const ABANDONED_MS = 24 * 3_600_000;

export type BackupInput = { data: string; archives: boolean };

/** Makes a backup in its own process. @returns its folder */
export function makeBackupInProcess(
  input: BackupInput,
  { onProgress, signal }: { onProgress: (progress: Progress) => void; signal: AbortSignal },
): Promise<string> {
  return runJob<BackupInput, string, ProgressCalls>(new URL('./backup-job.ts', import.meta.url), input, {
    name: 'the backup',
    calls: { progress: onProgress },
    inChildProcess: true,
    signal,
  });
}

/**
 * Copies world and operator files into a new folder, which exists whole or not at all. A server may be running: the
 * world is a snapshot after the call. It comes first: a ban is in Banlist.json before it is in the world, so the later
 * file lacks no ban of the world.
 */
export async function makeBackup(
  data: DataPaths,
  {
    folder = freshName(data.backups),
    archives = false,
    secrets = false,
    onProgress = () => {},
  }: BackupOptions = {},
): Promise<Backup> {
  if (existsSync(folder)) throw new ConfigError(`${folder} already exists; choose another name`);
  removeAbandoned(dirname(folder));
  const draft = `${folder}.making`;
  rmSync(draft, { recursive: true, force: true });
  makePrivateFolder(draft); // token files may hold secrets
  try {
    const madeAt = new Date().toISOString();
    const worldFile = join(draft, WORLD_FILE);
    await copyWorld(data, worldFile, (done, of) => onProgress({ doing: 'copying the world', done, of }));
    onProgress({ doing: 'copying the files' });
    const { paths, leftOut } = operatorFilesIn(data.path, { archives, secrets });
    const copied = copyFiles(paths, data.path, draft, leftOut);
    const unread = leftOut.filter((file) => file.unread);

    onProgress({ doing: 'checking the copy' });
    const damage = integrityErrors(worldFile);
    const { world } = onWorldFile(data.world, () => loadWorld(worldFile));
    const problems = [
      ...unread.map(({ path, reason }) => `${path} is not in the backup: ${reason}`),
      ...damage,
      ...checkWorld(world, loadCatalogue({ overlay: data.catalogue })),
    ];
    const files: Manifest['files'] = [];
    for (const path of [WORLD_FILE, ...copied]) {
      const file = join(draft, path);
      files.push({ path, bytes: statSync(file).size, sha256: await digestOf(file) });
    }
    const about = { name: world.info.name, players: world.accounts.size, guilds: world.guilds.size };
    const version = PALATINE_VERSION;
    const manifest: Manifest = { format: 1, madeAt, version, world: about, problems, files };
    writeFileAtomically(join(draft, MANIFEST), formatJson(manifest));
    renameSync(draft, folder);
    flushFolder(dirname(folder));
    return { folder, manifest, leftOut };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function freshName(inside: string, prefix = ''): string {
  const isTaken = (folder: string) => existsSync(folder) || existsSync(`${folder}.making`);
  return freeName(join(inside, `${prefix}${compactTime(Date.now())}Z`), '', isTaken);
}

/** Deletes leftovers of backups in this folder that were aborted more than a day ago. */
function removeAbandoned(folder: string): void {
  for (const name of namesInFolder(folder)) {
    if (!/^\d{8}T\d{6}Z(-\d+)?\.making$/.test(name)) continue;
    const path = join(folder, name);
    const changedMs = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changedMs > ABANDONED_MS) rmSync(path, { recursive: true, force: true });
  }
}

export interface RestoreOptions {
  /** Allows replacing a world, which is kept under another name. */
  replace?: boolean;
  worldOnly?: boolean;
  /** Also settings with programs, addresses and secrets, and these secrets: the maker of the backup controls them. */
  settings?: boolean;
  /** Also token files: the maker of the backup has these tokens. */
  tokens?: boolean;
  onProgress?: (progress: Progress) => void;
}

export interface Restored {
  manifest: Manifest;
  /** New name of the replaced world, relative to the data folder. */
  keptAside: string | undefined;
  /** Folder with the replaced operator files, likewise. */
  filesKeptAside: string | undefined;
  leftOut: LeftOut[];
  audit: CarriedAudit | undefined;
  /** Result for the deliveries of the former world and of the backup. */
  attached: CarriedAttached;
}

/** Templates and import rules are deleted if the backup lacks them. */
const DELETED_BY_RESTORE = /^Pals\//;

/**
 * Restores a backup into a locked data folder, once every file matches its manifest and its world has been opened. The
 * world comes last: an interrupted restore keeps the present world, and can be repeated.
 */
export async function restoreBackup(
  data: DataFolder,
  folder: string,
  {
    replace = false,
    worldOnly = false,
    settings = false,
    tokens = false,
    onProgress = () => {},
  }: RestoreOptions = {},
): Promise<Restored> {
  const manifest = readManifest(folder);
  if (!replace) assertNoWorld(data);
  onProgress({ doing: 'checking the backup' });
  await verifyFiles(folder, manifest);
  const paths = manifest.files.map(({ path }) => path).filter((path) => path !== WORLD_FILE);
  const leftOut = worldOnly ? [] : leftOutOf(paths, { settings, tokens });
  const unrestored = new Set(leftOut.map(({ path }) => path));
  const restored = paths.filter((path) => (worldOnly ? path === BANLIST : !unrestored.has(path)));
  const present = operatorFilesIn(data.path, { archives: true, secrets: true }).paths;
  const isObsolete = (path: string) => DELETED_BY_RESTORE.test(path) && !paths.includes(path);
  const obsolete = worldOnly ? [] : present.filter(isObsolete);
  for (const path of [...restored, ...obsolete]) fileBelow(data.path, path); // throws before anything changes

  const draft = `${data.world}.making`;
  const copy = `${data.world}.copy.making`;
  try {
    onProgress({ doing: 'restoring the world' });
    for (const file of [copy, draft]) removeWorldFile(file);
    copyFileAtomically(fileBelow(folder, WORLD_FILE), copy);
    onWorldFile(fileBelow(folder, WORLD_FILE), () => {
      copyRows(copy, draft);
      loadWorld(draft);
    });
    renewIncarnation(draft); // events since the backup have used the same ids
    carryBases(data.world, draft);
    const attached = carryAttached(data, draft, Date.now());
    const audit = carryAudit(data.world, draft, { command: 'world restore', as: manifest.madeAt });

    onProgress({ doing: 'restoring the files' });
    const changed = new Set([...restored, ...obsolete, BANLIST].map((path) => path.toLowerCase()));
    const replaced = present.filter((path) => changed.has(path.toLowerCase()));
    const filesKeptAside = copyFilesAside(data, replaced);
    copyFiles(restored, folder, data.path);
    if (!paths.includes(BANLIST)) rmSync(data.banlist, { force: true });
    for (const path of obsolete) rmSync(fileBelow(data.path, path));
    return { manifest, keptAside: swapWorldFile(data, draft), filesKeptAside, leftOut, audit, attached };
  } finally {
    for (const file of [copy, draft]) removeWorldFile(file);
  }
}

function leftOutOf(
  paths: readonly string[],
  { settings, tokens }: Required<Pick<RestoreOptions, 'settings' | 'tokens'>>,
): LeftOut[] {
  const withSettings = settings ? '' : 'settings and their secrets are restored with --settings only';
  const reasons: Record<FileKind, string> = {
    Game: '',
    Settings: withSettings,
    Secrets: withSettings,
    Tokens: tokens ? '' : 'tokens are restored with --tokens only',
  };
  return paths.flatMap((path) => {
    const kind = fileKindOf(path);
    const reason = kind === undefined ? 'a backup holds no such file' : reasons[kind];
    return reason === '' ? [] : [{ path, reason }];
  });
}

/** Copies operator files that a restore replaces or deletes, so that it can be undone. */
function copyFilesAside(data: DataFolder, files: readonly string[]): string | undefined {
  if (files.length === 0) return undefined;
  const aside = freshName(data.backups, 'replaced-');
  makePrivateFolder(aside);
  copyFiles(files, data.path, aside);
  return relative(data.path, aside).replaceAll('\\', '/');
}
