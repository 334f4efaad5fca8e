import type { DatabaseSync } from 'node:sqlite';

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
