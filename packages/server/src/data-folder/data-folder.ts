import { existsSync, lstatSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import { isBusy, lockFile } from './file-lock.ts';
import { lockHolder } from './lock-holder.ts';
import { makePrivateFolder } from './private-files.ts';
import { namesInFolder } from './read-json.ts';
import { lockOutReaders } from './readers-lock.ts';
import { isAbandoned } from './temporary-name.ts';
import { isWorldOpen } from './world-in-use.ts';

/** The paths of an installation, all in one folder. */
export interface DataPaths {
  path: string;
  world: string;
  /** What the service remembers besides the world. */
  history: string;
  config: string;
  banlist: string;
  restConfig: string;
  tokens: string;
  templates: string;
  importRules: string;
  /** Server.json: the game server beside which the service runs. */
  serverFile: string;
  /** AllowList.json: who may play on that game server. */
  allowList: string;
  /** WhiteList.json: the same in a folder of the original. */
  originalWhitelist: string;
  /** fleet.json: the fleet that the world belongs to. */
  fleetFile: string;
  /** What a maintenance of the game server has come to. */
  maintenance: string;
  /** Backups of the save folder of the game server. */
  saveBackups: string;
  /** Newer or further game facts, laid over the catalogue. */
  catalogue: string;
  archives: string;
  backups: string;
  /** What files said before the service replaced them. */
  versions: string;
  /** The operator's pictures and icons for the console. */
  console: string;
}

/** The folder, locked by this process. */
export interface DataFolder extends DataPaths {
  /** Lets another process lock the folder. */
  unlock(): void;
}

export function dataPaths(path: string): DataPaths {
  const folder = resolve(path);
  return {
    path: folder,
    world: join(folder, 'world.db'),
    history: join(folder, 'history.db'),
    config: join(folder, 'Config.json'),
    banlist: join(folder, 'Banlist.json'),
    restConfig: join(folder, 'RESTAPI', 'RESTConfig.json'),
    tokens: join(folder, 'RESTAPI', 'Tokens'),
    templates: join(folder, 'Pals', 'Templates'),
    importRules: join(folder, 'Pals', 'ImportRules'),
    serverFile: join(folder, 'Server.json'),
    allowList: join(folder, 'AllowList.json'),
    originalWhitelist: join(folder, 'WhiteList.json'),
    fleetFile: join(folder, 'fleet.json'),
    maintenance: join(folder, 'maintenance.json'),
    saveBackups: join(folder, 'SaveBackups'),
    catalogue: join(folder, 'Catalogue'),
    archives: join(folder, 'Archives'),
    backups: join(folder, 'Backups'),
    versions: join(folder, 'Versions'),
    console: join(folder, 'Console'),
  };
}

/**
 * Whether the folder holds a world file. Throws a ConfigError for a link that leads nowhere: the disk it stands for
 * may not be mounted, and a new world must not take its place.
 */
export function holdsWorld({ world }: Pick<DataPaths, 'world'>): boolean {
  if (existsSync(world)) return true;
  if (lstatSync(world, { throwIfNoEntry: false }) === undefined) return false;
  throw new ConfigError(`${world} is a link that leads nowhere: is the disk with the world mounted?`);
}

/** Makes a missing folder and locks it for this process. The lock ends with the process, however that ends. */
export function openDataFolder(path: string): DataFolder {
  const folder = resolve(path);
  try {
    makePrivateFolder(folder);
  } catch (error) {
    throw new ConfigError(`the data folder ${folder} cannot be made: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const unlock = lockFolder(folder);
  const data = { ...dataPaths(folder), unlock };
  try {
    prepare(data);
    return data;
  } catch (error) {
    unlock();
    throw new ConfigError(`the data folder cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/** Makes the missing folders and removes leftovers. */
function prepare(data: DataPaths): void {
  for (const path of [data.tokens, data.templates, data.importRules, data.catalogue, data.archives]) {
    makePrivateFolder(path);
  }
  removeLeftovers(data);
}

/** Whether a server, or a command that changes the folder, has locked it, or has its world open. */
export function isInUse(folder: string, { waitMs = LOCK_WAIT_MS } = {}): boolean {
  if (!existsSync(folder)) return false;
  try {
    if (existsSync(join(folder, LOCK))) lock(folder, waitMs)();
  } catch (error) {
    if (isUsedByAnother(error)) return true;
    throw error;
  }
  return isWorldOpenBeside(folder);
}

/** False where readers have the world open: whether somebody else has too cannot be seen then. */
function isWorldOpenBeside(folder: string): boolean {
  const { world } = dataPaths(folder);
  if (!existsSync(world)) return false;
  try {
    using _lock = lockOutReaders(folder, 0);
    return isWorldOpen(world);
  } catch {
    return false;
  }
}

function usedByAnother(folder: string): string {
  const { world } = dataPaths(folder);
  const pid = lockHolder([join(folder, LOCK), world, `${world}-shm`]);
  const which = pid === undefined ? '' : ` (process ${pid})`;
  return `another server is using the data folder ${folder}; stop it first${which}`;
}

function isUsedByAnother(error: unknown): boolean {
  return error instanceof ConfigError && isBusy(error.cause as Error);
}

const LOCK = 'palatine.lock';
/** A command that checks whether the folder is in use locks it for a moment. */
const LOCK_WAIT_MS = 500;

/** By its lock, and by the world itself: a server may run whose lock was removed. */
function lockFolder(folder: string): () => void {
  const unlock = lock(folder);
  try {
    assertWorldFree(folder);
    return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
}

function assertWorldFree(folder: string): void {
  const { world } = dataPaths(folder);
  if (!existsSync(world)) return;
  using _lock = lockOutReaders(folder);
  if (isWorldOpen(world)) throw new ConfigError(usedByAnother(folder));
}

function lock(folder: string, waitMs = LOCK_WAIT_MS): () => void {
  const held = lockFile(join(folder, LOCK), 'exclusive', waitMs, (cause) => lockError(folder, cause));
  return () => held[Symbol.dispose]();
}

function lockError(folder: string, cause: Error): ConfigError {
  const why = isBusy(cause)
    ? usedByAnother(folder)
    : `the data folder ${folder} cannot be locked: ${cause.message}`;
  return new ConfigError(why, { cause });
}

/** Deletes what an interrupted import or write left behind. */
function removeLeftovers({
  path,
  world,
  restConfig,
  tokens,
  templates,
  importRules,
  archives,
}: DataPaths): void {
  const inode = inodeOf(world);
  for (const name of namesInFolder(path)) {
    const file = join(path, name);
    // A second name of the world itself: a replacement that was interrupted before its rename.
    const twin = /^world-.*\.db$/.test(name) && inode !== undefined && inodeOf(file) === inode;
    if (twin || /\.making(-journal|-wal|-shm)?$/.test(name)) rmSync(file, { force: true, recursive: true });
  }
  for (const folder of [path, dirname(restConfig), tokens, templates, importRules, archives]) {
    for (const name of namesInFolder(folder).filter(isAbandoned)) {
      rmSync(join(folder, name), { force: true, recursive: true });
    }
  }
}

function inodeOf(file: string): number | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.ino;
}
