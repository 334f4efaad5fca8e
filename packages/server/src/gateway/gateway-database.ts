import { randomUUID } from 'node:crypto';
import { closeSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../data-folder/config-error.ts';
import { createPrivateFile } from '../data-folder/private-files.ts';
import { createTables, readSchema, schemaVersion } from '../data-folder/sqlite-schema.ts';

const SCHEMA = readSchema(join(import.meta.dirname, 'gateway.sql'));

/** The database of a gateway, and the names that it has kept since it was made. */
export interface GatewayDatabase extends Disposable {
  readonly database: DatabaseSync;
  /** As the key of a world: the gateway's own audit stands in the streams under it. */
  readonly key: string;
  /** Of this history of its audit. */
  readonly incarnation: string;
}

/**
 * Opens gateway.db, and makes it at the first start. A commit is on disk when it returns. Throws a ConfigError for the
 * file of another version.
 */
export function openGatewayDatabase(file: string): GatewayDatabase {
  if (!existsSync(file)) closeSync(createPrivateFile(file));
  const database = new DatabaseSync(file, { timeout: 2000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const version = schemaVersion(database);
  if (version === 0) createTables(database, SCHEMA);
  else if (version !== SCHEMA.version) {
    database.close();
    throw new ConfigError(
      `${file} is of another version of Palatine: move it away, and the gateway makes a new one`,
    );
  }
  return {
    database,
    key: factOf(database, 'key'),
    incarnation: factOf(database, 'incarnation'),
    [Symbol.dispose]: () => database.close(),
  };
}

/** A random name that is made once. */
function factOf(database: DatabaseSync, name: string): string {
  const made = randomUUID().replaceAll('-', '');
  database.prepare('insert into facts values (?, ?) on conflict do nothing').run(name, made);
  return (database.prepare('select value from facts where name = ?').get(name) as { value: string }).value;
}
