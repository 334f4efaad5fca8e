import { isSameValue } from '../export/same-value.ts';
import { changesBetween, type RecordChange } from '../export/world-records.ts';
import type { PlayerLocation } from '../state/model.ts';
import type { World, WorldTables } from '../state/world.ts';
import { MIRRORED_TABLES, type MirroredChange, type MirroredTable } from './mirror-part.ts';

/** What a mirror takes from an imported save: records by table and key, and where the players were. */
export interface SavedRecords {
  readonly tables: { readonly [Name in MirroredTable]: ReadonlyMap<string, WorldTables[Name]> };
  readonly locations: ReadonlyMap<string, PlayerLocation>;
}

/** The records of a world that an import has just made. Records are never changed in place, so the tables alone are copied. */
export function savedRecordsOf(world: World): SavedRecords {
  const tables = Object.fromEntries(
    MIRRORED_TABLES.map((name) => [name, new Map<string, object>(world[name].entries())]),
  ) as unknown as SavedRecords['tables']; // each map holds the records of its table
  return { tables, locations: new Map(world.locations.entries()) };
}

/** The records in which a save differs from the one before; without one, all of them. */
export function* savedChanges(
  before: SavedRecords | undefined,
  after: SavedRecords,
): Generator<MirroredChange> {
  for (const table of MIRRORED_TABLES) {
    const now = after.tables[table] as ReadonlyMap<string, object>;
    const then = (before?.tables[table] ?? new Map()) as ReadonlyMap<string, object>;
    for (const { key, after: record } of changesBetween(then, now, isSameValue)) {
      yield { table, key, record } as MirroredChange; // the record is of that table
    }
  }
}

/** The locations in which a save differs from the one before; without one, all of them. */
export function savedMoves(before: SavedRecords | undefined, after: SavedRecords): PlayerLocation[] {
  const changes: Iterable<RecordChange<PlayerLocation>> = changesBetween(
    before?.locations ?? new Map<string, PlayerLocation>(),
    after.locations,
    isSameValue,
  );
  return [...changes].flatMap(({ after: location }) => location ?? []);
}
