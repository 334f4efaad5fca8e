import type { World, WorldTables } from '../state/world.ts';

/** The tables that hold what a save holds, and much of which an edit can write. */
export const RECORD_TABLES = [
  'players',
  'characters',
  'containers',
  'guilds',
  'camps',
  'mapObjects',
  'discoveries',
] as const;
export type RecordTable = (typeof RECORD_TABLES)[number];

/** The records of a world at one moment, by table and key. */
export type WorldRecords = { readonly [Name in RecordTable]: ReadonlyMap<string, WorldTables[Name]> };

/** The records as they are now. Records are never changed in place, so the tables alone are copied. */
export function recordsOf(world: World): WorldRecords {
  const records = RECORD_TABLES.map((name) => [name, new Map<string, object>(world[name].entries())]);
  return Object.fromEntries(records) as WorldRecords; // each map holds the records of its table
}

/** A record that is new (`before` is undefined), gone (`after` is undefined) or another one than before. */
export interface RecordChange<T> {
  readonly key: string;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/** The records that differ: gone and changed ones in the order of before, then new ones. */
export function* changesBetween<T extends object>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  isSame: (one: T, other: T) => boolean,
): Generator<RecordChange<T>> {
  for (const [key, record] of before) {
    const now = after.get(key);
    if (now === record || (now !== undefined && isSame(record, now))) continue;
    yield { key, before: record, after: now };
  }
  for (const [key, record] of after) if (!before.has(key)) yield { key, before: undefined, after: record };
}
