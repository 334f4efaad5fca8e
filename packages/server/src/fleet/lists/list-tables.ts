import type { DatabaseSync } from 'node:sqlite';
import {
  type ListDecision,
  type ListDefinition,
  type ListEntry,
  type ListKey,
  listDecision,
  listDefinition,
  listEntry,
  parseListKey,
} from '@palatine/fleet';

/** Makes the tables of a copy of the shared lists where they are missing. */
export function createListTables(database: DatabaseSync): void {
  database.exec(`
    create table if not exists fleetList (list text primary key, value text not null, sequence integer not null) strict;
    create table if not exists fleetListEntry (
      list text not null,
      kind text not null,
      id text not null,
      active integer not null,
      expiresAtMs integer,
      bannedAtMs integer not null,
      words text not null, -- in lower case, for a search
      value text not null,
      sequence integer not null, -- of the bucket; 0 where the bucket lacks this value
      primary key (list, kind, id)
    ) strict, without rowid;
    create index if not exists fleetListEntryByTime on fleetListEntry (list, bannedAtMs desc, kind, id);
    create table if not exists fleetListDecision (
      list text not null,
      world text not null,
      kind text not null,
      id text not null,
      value text not null,
      sequence integer not null,
      primary key (list, world, kind, id)
    ) strict, without rowid;
    create table if not exists fleetListEarly (key text primary key, value text not null, sequence integer not null) strict;
    create index if not exists fleetListEntryByEnd on fleetListEntry (expiresAtMs) where expiresAtMs is not null;
    create table if not exists fleetListMark (
      one integer primary key check (one = 1),
      sequence integer not null,
      timeMs integer not null,
      whole integer not null -- whether everything was read once
    ) strict;
  `);
}

/** The statements over the tables of `createListTables`. */
export function listStatements(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    mark: prepare('select sequence, timeMs, whole from fleetListMark'),
    setMark: prepare('insert or replace into fleetListMark values (1, ?, ?, ?)'),
    list: prepare('select value, sequence from fleetList where list = ?'),
    lists: prepare('select list, value from fleetList order by list'),
    setList: prepare('insert or replace into fleetList values (?, ?, ?)'),
    missingLists: prepare('select list from fleetList where sequence = 0'),
    entry: prepare('select value, sequence from fleetListEntry where list = ? and kind = ? and id = ?'),
    entries: prepare('select list, kind, id, value from fleetListEntry where list = ?'),
    entriesInForce: prepare(
      'select value from fleetListEntry where list = ? and active and (expiresAtMs is null or expiresAtMs > ?) order by kind, id',
    ),
    expired: prepare(
      'select 1 from fleetListEntry where active and expiresAtMs > ? and expiresAtMs <= ? limit 1',
    ),
    setEntry: prepare('insert or replace into fleetListEntry values (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    deleteEntry: prepare('delete from fleetListEntry where list = ? and kind = ? and id = ?'),
    missingEntries: prepare('select list, kind, id from fleetListEntry where sequence = 0'),
    decision: prepare(
      'select value, sequence from fleetListDecision where list = ? and world = ? and kind = ? and id = ?',
    ),
    setDecision: prepare('insert or replace into fleetListDecision values (?, ?, ?, ?, ?, ?)'),
    missingDecisions: prepare('select list, world, kind, id from fleetListDecision where sequence = 0'),
    allEarly: prepare('select key, value, sequence from fleetListEarly'),
    setEarly: prepare('insert or replace into fleetListEarly values (?, ?, ?)'),
    deleteEarly: prepare('delete from fleetListEarly where key = ?'),
  };
}

/** What a key of the bucket LISTS holds. */
export type ListValue = ListDefinition | ListEntry | ListDecision;

/** The value of a text. Throws a MessageError for one that cannot be read. */
export function unpack({ of }: ListKey, text: string): ListValue {
  if (of === 'List') return listDefinition.unpack(text);
  return of === 'Entry' ? listEntry.unpack(text) : listDecision.unpack(text);
}

/** The value of a text in the bucket; undefined for one that cannot be read. */
export function unpackKey(key: string, text: string): ListValue | undefined {
  const of = parseListKey(key);
  try {
    return of && unpack(of, text);
  } catch {
    return undefined; // whoever followed the bucket has reported it
  }
}

/** The text of a value in the bucket. */
export function pack(key: string, value: ListValue): string {
  const of = parseListKey(key)?.of;
  // The key says which of them the value is.
  if (of === 'List') return listDefinition.pack(value as ListDefinition);
  return of === 'Entry' ? listEntry.pack(value as ListEntry) : listDecision.pack(value as ListDecision);
}
