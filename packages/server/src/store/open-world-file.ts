import { readdirSync, readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { HOLDS_NO_WORLD, WorldFileError } from './world-file-error.ts';

/** Pages of the write-ahead log, 4 KiB each, before they go into the file: a page that many writes change goes once. */
const LOG_PAGES = 4000;
/** What SQLite keeps of the file in memory. A world of 10,000 players has more pages than its 2 MB hold. */
const CACHE_KIB = 16 * 1024;

/** Opens an existing world file and brings it to the present version. Throws for any other file. */
export function openWorldFile(file: string): DatabaseSync {
  assertWorldFile(file);
  const database = new DatabaseSync(file, { timeout: 2000 });
  try {
    assertWorld(file, database);
    // WAL with full synchronous: a commit is on disk when it returns. One process writes, which palatine.lock and the
    // owner see to; the file itself stays open to readers, so that a backup needs no stop (docs/decisions/0004).
    database.exec(`pragma journal_mode = wal; pragma synchronous = full;
      pragma wal_autocheckpoint = ${LOG_PAGES}; pragma cache_size = -${CACHE_KIB}`);
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Throws a WorldFileError where there is no regular file: opening a pipe would wait for ever. */
export function assertWorldFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new WorldFileError(file, 'is not there, or a link that leads nowhere');
  if (!stats.isFile()) throw new WorldFileError(file, 'is no file: move it away, and restore a backup');
}

/** Throws a WorldFileError for the database of another program, and for a world of a newer version. */
export function assertWorld(file: string, database: DatabaseSync): void {
  const version = versionOf(database);
  if (version === 0) throw new WorldFileError(file, HOLDS_NO_WORLD);
  const known = migrations().length;
  if (version <= known) return;
  const todo = 'start the newer Palatine, or restore a backup of this one';
  throw new WorldFileError(
    file,
    `is of a newer version (${version}) than this server knows (${known}): ${todo}`,
  );
}

/** Whether a world lacks tables or columns of the present version. */
export function isOlder(database: DatabaseSync): boolean {
  return versionOf(database) < migrations().length;
}

/** Applies the numbered .sql files that the database lacks; the number of the last is its user_version. */
export function migrate(database: DatabaseSync): void {
  const version = versionOf(database);
  for (const [index, name] of migrations().entries()) {
    if (index < version) continue;
    const sql = readFileSync(`${import.meta.dirname}/${name}`, 'utf8');
    database.exec(`begin; ${sql}; pragma user_version = ${index + 1}; commit`);
  }
}

function versionOf(database: DatabaseSync): number {
  return (database.prepare('pragma user_version').get() as { user_version: number }).user_version;
}

/** Numbered .sql files beside this one. */
function migrations(): string[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort();
}
