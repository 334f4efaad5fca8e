import { isSameValue } from '../export/same-value.ts';
import type { RecordChange } from '../export/world-records.ts';
import type { Account, PlayerLocation } from '../state/model.ts';
import type { Table } from '../state/table.ts';
import type { World } from '../state/world.ts';
import type { MirrorEvent } from './mirror-event.ts';
import { mirrorEvents } from './mirror-events.ts';
import { MIRRORED_TABLES, type MirroredFacts, type MirroredTable, type MirrorPart } from './mirror-part.ts';
import { accountOfSave, mayRemoveAccount } from './mirrored-account.ts';
import type { MirroredChanges } from './mirrored-changes.ts';

/** A sync that the tables of the world now show. */
export interface AppliedSync {
  readonly facts: MirroredFacts;
  /** The tables that have changed; their changes are in the journal. */
  readonly tables: readonly MirroredTable[];
  /** Records that were put or removed. */
  readonly changedRecords: number;
  /** The uids of the players whose locations have changed, which no journal says. */
  readonly moved: readonly string[];
  /** What happened in the game between the two saves. */
  readonly events: readonly MirrorEvent[];
}

/** The sync under way. */
interface Staged {
  readonly sync: number;
  readonly records: Map<MirroredTable, Map<string, object | undefined>>;
  /** Every key that the sync has named, to find the records that a whole one has not. */
  readonly named: Map<MirroredTable, Set<string>>;
  readonly locations: PlayerLocation[];
}

/**
 * Takes the parts of a sync. Each part is compared with the world when it arrives, and what differs is kept aside; with
 * the last part all of it goes into the tables. So a reader sees one save or the next, and the comparison is spread over
 * the parts.
 */
export class MirrorStage {
  #staged: Staged | undefined;

  /** Takes a part. @returns what has changed, with the last part of a sync; undefined before it. */
  take(world: World, part: MirrorPart): AppliedSync | undefined {
    const staged = this.#stagedFor(part.sync);
    for (const { table, key, record } of part.changes) {
      staged.named.get(table)?.add(key);
      const records = staged.records.get(table);
      if (differs(world, table, key, record)) records?.set(key, record);
      else records?.delete(key);
    }
    staged.locations.push(...part.locations);
    if (part.last === undefined) return undefined;
    this.#staged = undefined;
    return apply(world, staged, part.last);
  }

  #stagedFor(sync: number): Staged {
    if (this.#staged?.sync !== sync) {
      this.#staged = {
        sync,
        records: new Map(MIRRORED_TABLES.map((name) => [name, new Map()])),
        named: new Map(MIRRORED_TABLES.map((name) => [name, new Set()])),
        locations: [],
      };
    }
    return this.#staged;
  }
}

function differs(world: World, table: MirroredTable, key: string, record: object | undefined): boolean {
  const present = world[table].get(key);
  if (present === undefined || record === undefined) return present !== record;
  return !isSameValue(present, table === 'accounts' ? accountOfSave(world, record as Account) : record);
}

function apply(world: World, staged: Staged, facts: MirroredFacts): AppliedSync {
  if (facts.whole) stageRemovals(world, staged);
  const changes = changesOf(world, staged);
  const events = mirrorEvents(world, changes); // before anything is changed: a base that goes is counted as it was
  let changedRecords = 0;
  const tables = MIRRORED_TABLES.filter((name) => {
    const table = world[name] as Table<object>;
    for (const { key, after } of changes[name]) {
      if (after === undefined) table.remove(key);
      else table.put(after);
    }
    changedRecords += changes[name].length;
    return changes[name].length > 0;
  });
  return { facts, tables, changedRecords, moved: move(world, staged.locations, changes), events };
}

/** A whole sync names every record that there is: any other is gone. */
function stageRemovals(world: World, { records, named }: Staged): void {
  for (const name of MIRRORED_TABLES) {
    const keys = named.get(name);
    for (const key of world[name].keys()) {
      if (!keys?.has(key)) records.get(name)?.set(key, undefined);
    }
  }
}

/** The changes against the world as it is now: it may have changed since a part was taken. */
function changesOf(world: World, { records }: Staged): MirroredChanges {
  return Object.fromEntries(
    MIRRORED_TABLES.map((name) => {
      const table = world[name] as Table<object>;
      const changes: RecordChange<object>[] = [];
      for (const [key, record] of records.get(name) ?? []) {
        const before = table.get(key);
        const after = name === 'accounts' ? accountAfter(world, before, record) : record;
        if (before !== after) changes.push({ key, before, after });
      }
      return [name, changes];
    }),
  ) as unknown as MirroredChanges; // each list holds the records of its table
}

function accountAfter(
  world: World,
  before: object | undefined,
  record: object | undefined,
): object | undefined {
  if (record !== undefined) return accountOfSave(world, record as Account);
  return before === undefined || mayRemoveAccount(world, before as Account) ? undefined : before;
}

/** Of who is online, the running server knows better. */
function move(world: World, locations: readonly PlayerLocation[], { accounts }: MirroredChanges): string[] {
  const moved: string[] = [];
  for (const location of locations) {
    const { uid } = location;
    const known = world.locations.get(uid);
    if ((known !== undefined && world.sessions.has(uid)) || isSameValue(known, location)) continue;
    world.locations.put(location);
    moved.push(uid);
  }
  for (const { key, after } of accounts) {
    if (after !== undefined || !world.locations.has(key)) continue;
    world.locations.remove(key);
    moved.push(key);
  }
  return moved;
}
