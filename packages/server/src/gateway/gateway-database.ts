import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../data-folder/config-error.ts';
import { createTables, openDatabase, readSchema, schemaVersion } from '../data-folder/sqlite.ts';

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
  const database = openDatabase(file, {
    synchronous: 'full',
    prepare(opened) {
      const version = schemaVersion(opened);
      if (version === 0) return createTables(opened, SCHEMA);
      if (version === SCHEMA.version) return;
      throw new ConfigError(
        `${file} is of another version of Palatine: move it away, and the gateway makes a new one`,
      );
    },
  });
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
