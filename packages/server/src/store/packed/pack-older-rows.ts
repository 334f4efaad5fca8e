import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { isDiskFull } from '../world-file-error.ts';
import { PACKED_TABLES, type PackedRecords } from './packed-records.ts';

/** The fact that says that no row is left to pack. */
const PACKED = 'packed';
const ROWS_AT_ONCE = 1000;

/**
 * Packs the records that a version before this one wrote as JSON objects: once, all in one transaction, so that a kill
 * leaves the file as it was. A full disk leaves it so too, until the next start; such rows are read as they are.
 */
export function packOlderRows(
  database: DatabaseSync,
  records: PackedRecords,
  inTransaction: (work: () => void) => void,
): void {
  if (database.prepare('select 1 from facts where name = ?').get(PACKED) !== undefined) return;
  let packed = 0;
  try {
    inTransaction(() => {
      for (const table of PACKED_TABLES) packed += packTable(database, records, table);
      database.prepare('insert into facts (name, value) values (?, ?)').run(PACKED, 'true');
    });
    if (packed > 0) database.exec('vacuum'); // they take a third of their room now; the order of rows stays
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

/** @returns how many rows were packed. */
function packTable(
  database: DatabaseSync,
  records: PackedRecords,
  table: (typeof PACKED_TABLES)[number],
): number {
  const page = database.prepare(
    `select rowid as id, key, record from ${table} where rowid > ? order by rowid limit ${ROWS_AT_ONCE}`,
  );
  const replace = database.prepare(`update ${table} set record = ? where rowid = ?`);
  const read = records.readerOf(table);
  let packed = 0;
  for (let last = 0; ; ) {
    const rows = page.all(last) as { id: number; key: string; record: string }[];
    for (const { id, key, record } of rows) {
      const before = read(key, record);
      const row = records.rowOf(table, before);
      // A record that lacks what this version expects stays as it is.
      if (isDeepStrictEqual(read(key, row), before)) packed += Number(replace.run(row, id).changes);
      last = id;
    }
    if (rows.length < ROWS_AT_ONCE) return packed;
  }
}
