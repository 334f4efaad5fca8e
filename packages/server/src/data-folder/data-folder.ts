import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from './config-error.ts';

/** The paths of an installation, all in one folder. */
export interface DataPaths {
  path: string;
  world: string;
  config: string;
  banlist: string;
  restConfig: string;
  tokens: string;
  templates: string;
  importRules: string;
  /** Newer or further game facts, laid over the catalogue. */
  catalogue: string;
  archives: string;
  backups: string;
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
    config: join(folder, 'Config.json'),
    banlist: join(folder, 'Banlist.json'),
    restConfig: join(folder, 'RESTAPI', 'RESTConfig.json'),
    tokens: join(folder, 'RESTAPI', 'Tokens'),
    templates: join(folder, 'Pals', 'Templates'),
    importRules: join(folder, 'Pals', 'ImportRules'),
    catalogue: join(folder, 'Catalogue'),
    archives: join(folder, 'Archives'),
    backups: join(folder, 'Backups'),
  };
}

/** Makes a missing folder and locks it for this process. The lock ends with the process, however that ends. */
export function openDataFolder(path: string): DataFolder {
  const folder = resolve(path);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new ConfigError(`the data folder ${folder} cannot be made: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const unlock = lockFolder(folder);
  removeLeftovers(folder);
  const data = { ...dataPaths(folder), unlock };
  for (const path of [data.tokens, data.templates, data.importRules, data.catalogue, data.archives]) {
    mkdirSync(path, { recursive: true });
  }
  return data;
}

/** Whether a server, or a command that changes the folder, has locked it. */
export function isInUse(folder: string): boolean {
  if (!existsSync(join(folder, LOCK)) && !existsSync(join(folder, FORMER_LOCK))) return false;
  try {
    lockFolder(folder)();
    return false;
  } catch (error) {
    if (error instanceof ConfigError && /another server/.test(error.message)) return true;
    throw error;
  }
}

const LOCK = 'palatine.lock';
/** The lock of versions up to 0.1, when the project was called Palisade: such a server may be running. */
const FORMER_LOCK = 'palisade.lock';
/** A command that checks whether the folder is in use locks it for a moment. */
const LOCK_WAIT_MS = 500;

function lockFolder(folder: string): () => void {
  const unlock = lock(folder, LOCK);
  if (!existsSync(join(folder, FORMER_LOCK))) return unlock;
  try {
    const unlockFormer = lock(folder, FORMER_LOCK);
    return () => {
      unlockFormer();
      unlock();
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Node has no file locks. SQLite's belong to the operating system and need no cleaning up after a crash. */
function lock(folder: string, name: string): () => void {
  const file = join(folder, name);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive');
    const held = database;
    return () => held.close();
  } catch (error) {
    database?.close();
    const why = /locked|busy/i.test((error as Error).message)
      ? `another server is using the data folder ${folder}`
      : `the data folder ${folder} cannot be locked: ${(error as Error).message}`;
    throw new ConfigError(why, { cause: error });
  }
}

/** Deletes what an interrupted import or write left behind. */
function removeLeftovers(folder: string): void {
  const world = statSync(join(folder, 'world.db'), { throwIfNoEntry: false });
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    // A second name of the world itself: a replacement that was interrupted before its rename.
    const twin = /^world-.*\.db$/.test(name) && world !== undefined && statSync(file).ino === world.ino;
    if (twin || /\.(making|writing)(-journal|-wal|-shm)?$/.test(name))
      rmSync(file, { force: true, recursive: true });
  }
}
