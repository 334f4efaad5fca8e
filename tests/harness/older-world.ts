import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PACKED_TABLES } from '@palatine/server/store/packed/packed-records.ts';
import { createStore } from '@palatine/server/store/store.ts';
import type { World } from '@palatine/world';
import { newFolder } from './start-service.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../packages/server/src/store');

/** Writes a world file as a version with this schema wrote it. @returns the open file, for what else it is to hold. */
export function createOlderWorld(file: string, schema: number, world: World): DatabaseSync {
  const folder = newFolder();
  createStore(join(folder, 'made.db'), world);
  const database = new DatabaseSync(file);
  const migrations = readdirSync(MIGRATIONS).filter((name) => /^\d{4}-.*\.sql$/.test(name));
  for (const name of migrations.sort().slice(0, schema)) {
    database.exec(readFileSync(join(MIGRATIONS, name), 'utf8'));
  }
  database.exec(`pragma user_version = ${schema}`);
  database.prepare('attach ? as made').run(join(folder, 'made.db'));
  const tables = database
    .prepare("select name from main.sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all();
  for (const { name } of tables) {
    if (name !== 'audit' && name !== 'outcomes' && name !== 'names' && !isPacked(String(name))) {
      database.exec(`insert or replace into main.${name} select * from made.${name}`);
    }
  }
  database.exec(`detach made; delete from facts where name in ('packed', 'auditIndexedUpTo')`);
  for (const name of PACKED_TABLES) writeObjects(database, name, world[name].entries());
  rmSync(folder, { recursive: true });
  return database;
}

function isPacked(table: string): boolean {
  return (PACKED_TABLES as readonly string[]).includes(table);
}

/** Records as versions before schema 14 wrote them. */
function writeObjects(database: DatabaseSync, table: string, records: Iterable<[string, object]>): void {
  const insert = database.prepare(`insert into main.${table} (key, record) values (?, ?)`);
  database.exec('begin');
  for (const [key, record] of records) insert.run(key, JSON.stringify(record));
  database.exec('commit');
}
