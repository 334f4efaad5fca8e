import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../data-folder/private-files.ts';

/** The database of a gateway, and the names that it has kept since it was made. */
export interface GatewayDatabase extends Disposable {
  readonly database: DatabaseSync;
  /** As the key of a world: the gateway's own audit stands in the streams under it. */
  readonly key: string;
  /** Of this history of its audit. */
  readonly incarnation: string;
}

/** Opens gateway.db, and makes it at the first start. A commit is on disk when it returns. */
export function openGatewayDatabase(file: string): GatewayDatabase {
  if (!existsSync(file)) closeSync(createPrivateFile(file));
  const database = new DatabaseSync(file, { timeout: 2000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const { user_version: version } = database.prepare('pragma user_version').get() as { user_version: number };
  if (version === 0) {
    const sql = readFileSync(`${import.meta.dirname}/0001-gateway.sql`, 'utf8');
    database.exec(`begin; ${sql}; pragma user_version = 1; commit`);
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
