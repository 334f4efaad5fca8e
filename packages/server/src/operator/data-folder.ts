import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorFault } from './operator-fault.ts';

/** The one folder everything of an installation lies in, and where in it. */
export interface DataFolder {
  path: string;
  world: string;
  config: string;
  banlist: string;
  restConfig: string;
  tokens: string;
  templates: string;
  importRules: string;
  archives: string;
  /** Lets another server have the folder. */
  unlock(): void;
}

/** Makes the folder where it is missing and locks it for this process; the lock goes with the process, however it ends. */
export function openDataFolder(path: string): DataFolder {
  const folder = resolve(path);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new OperatorFault(`the data folder ${folder} cannot be made: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const unlock = lock(folder);
  sweep(folder);
  const data = {
    path: folder,
    world: join(folder, 'world.db'),
    config: join(folder, 'Config.json'),
    banlist: join(folder, 'Banlist.json'),
    restConfig: join(folder, 'RESTAPI', 'RESTConfig.json'),
    tokens: join(folder, 'RESTAPI', 'Tokens'),
    templates: join(folder, 'Pals', 'Templates'),
    importRules: join(folder, 'Pals', 'ImportRules'),
    archives: join(folder, 'Archives'),
    unlock,
  };
  for (const made of [data.tokens, data.templates, data.importRules, data.archives]) {
    mkdirSync(made, { recursive: true });
  }
  return data;
}

/** Node has no file locks of its own; SQLite's are held by the operating system and need no tidying after a crash. */
function lock(folder: string): () => void {
  const file = join(folder, 'palisade.lock');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive');
    const held = database;
    return () => held.close();
  } catch (error) {
    database?.close();
    const why = /locked|busy/i.test((error as Error).message)
      ? `another server is using the data folder ${folder}`
      : `the data folder ${folder} cannot be locked: ${(error as Error).message}`;
    throw new OperatorFault(why, { cause: error });
  }
}

/** What a killed import or write has left behind was never part of the world. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/\.(making|writing)(-journal|-wal|-shm)?$/.test(name)) rmSync(join(folder, name), { force: true });
  }
}
