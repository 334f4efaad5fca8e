import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** The tables of a database. */
export interface Schema {
  sql: string;
  /** The user_version of a database that was made with these tables: 31 bits of a hash over the statements. */
  version: number;
}

/** Reads a schema file. Its comments and its layout are no part of the version. */
export function readSchema(file: string): Schema {
  const sql = readFileSync(file, 'utf8');
  const statements = sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ');
  const version = createHash('sha256').update(statements).digest().readInt32BE() & 0x7fffffff;
  return { sql, version };
}

/** Makes the tables in an empty database, in one transaction. `rows`: SQL for the first rows. */
export function createTables(database: DatabaseSync, { sql, version }: Schema, rows = ''): void {
  database.exec(`begin; ${sql}; ${rows}; pragma user_version = ${version}; commit`);
}

/** 0 for an empty database, and usually for one of another program. */
export function schemaVersion(database: DatabaseSync): number {
  return (database.prepare('pragma user_version').get() as { user_version: number }).user_version;
}
