import { isSameValue } from '../export/same-value.ts';
import { changesBetween } from '../export/world-records.ts';
import type { PlayerLocation } from '../state/model.ts';
import type { World, WorldTables } from '../state/world.ts';
import {
  MIRRORED_TABLES,
  type MirroredChange,
  type MirroredFacts,
  type MirroredTable,
  type MirrorPart,
} from './mirror-part.ts';

/** The bounds of a part, whichever is reached first. A record that is larger goes alone. */
const MAX_RECORDS = 200;
const MAX_CHARS = 128 * 1024;

/** A sync: its number, the imported save, and the previous one; a full sync without it. */
interface Sync {
  readonly number: number;
  readonly before: SavedRecords | undefined;
  readonly after: SavedRecords;
  readonly facts: Omit<MirroredFacts, 'whole'>;
}

/** The parts of a sync in their order. There is always a last one, also without differences. */
export function* savedParts({ number: sync, before, after, facts }: Sync): Generator<MirrorPart> {
  let number = 0;
  const part = (
    changes: readonly MirroredChange[],
    locations: readonly PlayerLocation[] = [],
  ): MirrorPart => ({
    sync,
    number: number++,
    changes,
    locations,
    last: undefined,
  });
  let changes: MirroredChange[] = [];
  let chars = 0;
  for (const change of savedChanges(before, after)) {
    const length = change.record === undefined ? 0 : JSON.stringify(change.record).length;
    if (changes.length >= MAX_RECORDS || (changes.length > 0 && chars + length > MAX_CHARS)) {
      yield part(changes);
      [changes, chars] = [[], 0];
    }
    changes.push(change);
    chars += length;
  }
  if (changes.length > 0) yield part(changes);
  const moves = savedMoves(before, after);
  for (let from = 0; from < moves.length; from += MAX_RECORDS) {
    yield part([], moves.slice(from, from + MAX_RECORDS));
  }
  yield { ...part([]), last: { ...facts, whole: before === undefined } };
}

/** Contents of an imported save for a mirror: records by table and key, and the positions of players. */
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
function* savedChanges(before: SavedRecords | undefined, after: SavedRecords): Generator<MirroredChange> {
  for (const table of MIRRORED_TABLES) {
    const now = after.tables[table] as ReadonlyMap<string, object>;
    const then = (before?.tables[table] ?? new Map()) as ReadonlyMap<string, object>;
    for (const { key, after: record } of changesBetween(then, now, isSameValue)) {
      yield { table, key, record } as MirroredChange; // the record is of that table
    }
  }
}

/** The locations in which a save differs from the one before; without one, all of them. */
function savedMoves(before: SavedRecords | undefined, after: SavedRecords): PlayerLocation[] {
  const then = before?.locations ?? new Map<string, PlayerLocation>();
  const changes = [...changesBetween(then, after.locations, isSameValue)];
  return changes.flatMap(({ after: location }) => location ?? []);
}
