import type { DatabaseSync } from 'node:sqlite';
import { eventJson, type Table, type TableName, type World, type WorldEvent } from '@palatine/world';
import { CHARACTER_ROW } from './character-row.ts';
import { CONTAINER_ROW } from './container-row.ts';
import { MAP_OBJECT_ROW } from './map-object-row.ts';
import { Names } from './names.ts';
import { PLAYER_ROW } from './player-row.ts';
import { type RowFormat, SharedTexts } from './row-format.ts';

/** The tables that take the most room. All others hold their records as JSON objects. */
const ROW_FORMATS = {
  characters: CHARACTER_ROW,
  containers: CONTAINER_ROW,
  mapObjects: MAP_OBJECT_ROW,
  players: PLAYER_ROW,
} as const satisfies { [Name in TableName]?: unknown };

export const PACKED_TABLES = Object.keys(ROW_FORMATS) as (keyof typeof ROW_FORMATS)[];

/** Records as the rows of their tables. */
export class PackedRecords {
  readonly names: Names;

  constructor(file: string, database: DatabaseSync) {
    this.names = new Names(file, database);
  }

  /** The row of a record. Names that it is the first to use are added within the transaction under way. */
  rowOf(table: TableName, record: object): string {
    if (table === 'events') return eventJson(record as WorldEvent); // of that table
    const format = formatOf(table);
    return JSON.stringify(format === undefined ? record : format.pack(record, this.names));
  }

  /** Reads rows of a table, also those that a version before this one wrote as JSON objects. */
  readerOf(table: TableName, shared = new SharedTexts(this.names)): (key: string, row: string) => object {
    const format = formatOf(table);
    return (key, row) => {
      const value = JSON.parse(row) as object; // this store has written it
      return format !== undefined && Array.isArray(value) ? format.unpack(key, value, shared) : value;
    };
  }

  /** Puts the rows of a table into the world. Records are read at once only where the indexes need all of them. */
  loadInto(world: World, name: TableName, rows: Iterable<readonly [key: string, row: string]>): void {
    const table = world[name] as unknown as Table<object>; // its rows are of its kind
    const shared = new SharedTexts(this.names);
    const format = formatOf(name);
    const read = this.readerOf(name, shared);
    if (format?.headOf !== undefined) table.readRowsWith(read);
    for (const [key, row] of rows) {
      const head = format?.headOf?.(key, row, shared);
      if (head === undefined) table.restore(key, read(key, row));
      else table.restoreRow(key, row, head);
    }
  }
}

function formatOf(table: TableName): RowFormat<object, unknown[], object> | undefined {
  const formats: Partial<Record<TableName, unknown>> = ROW_FORMATS;
  return formats[table] as RowFormat<object, unknown[], object> | undefined; // each for its table
}
