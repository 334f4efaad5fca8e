import type { DatabaseSync } from 'node:sqlite';

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
