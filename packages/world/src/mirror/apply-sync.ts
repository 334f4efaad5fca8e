import { isSameValue } from '../export/same-in-save.ts';
import type { RecordChange } from '../export/world-records.ts';
import type { Account, PlayerLocation } from '../state/model.ts';
import type { Table } from '../state/table.ts';
import { keepTechnologies } from '../state/technologies.ts';
import type { World } from '../state/world.ts';
import { type MirrorEvent, type MirroredChanges, mirrorEvents } from './mirror-events.ts';
import {
  accountOfSave,
  MIRRORED_TABLES,
  type MirroredFacts,
  type MirroredTable,
  type MirrorPart,
  mayRemoveAccount,
} from './mirror-part.ts';

type StagedSync = ReturnType<typeof newStage>;

export interface AppliedSync {
  readonly facts: MirroredFacts;
  /** The tables that have changed; their changes are in the journal. */
  readonly tables: readonly MirroredTable[];
  readonly changedRecords: number;
  /** Uids of players with changed locations, which are not in the journal. */
  readonly moved: readonly string[];
  /** Events in the game between the two saves. */
  readonly events: readonly MirrorEvent[];
  /** Characters before the sync, and how many of them it has kept. */
  readonly characters: { readonly before: number; readonly kept: number };
}

/**
 * Sizes of a step, which blocks the thread for some 20 ms: keys, events and records. Real worlds change
 * in one step; of one that puts more, a reader may see records of both saves until the last step.
 */
const KEYS_PER_STEP = 10_000;
const EVENTS_PER_STEP = 200;
const PUTS_PER_STEP = 10_000;

/** Puts a sync into the tables, step by step: the event loop may do other work between two steps. */
function* applySync(world: World, staged: StagedSync, facts: MirroredFacts): Generator<void, AppliedSync> {
  if (facts.whole) yield* stageRemovals(world, staged);
  const changes = yield* changesOf(world, staged);
  yield;
  const events: MirrorEvent[] = [];
  let steps = 0;
  for (const event of mirrorEvents(world, changes)) {
    if (event !== undefined) events.push(event);
    if (++steps % EVENTS_PER_STEP === 0) yield;
  }
  yield;
  const before = world.characters.size;
  const kept = before - changes.characters.filter(({ after }) => after === undefined).length;
  const changedRecords = yield* putAll(world, changes);
  for (const { after } of changes.players)
    if (after !== undefined) keepTechnologies(world, after.technologies);
  const tables = MIRRORED_TABLES.filter((name) => changes[name].length > 0);
  const moved = move(world, staged, changes);
  return { facts, tables, changedRecords, moved, events, characters: { before, kept } };
}

/** Marks the records that a whole sync does not name as removed. */
function* stageRemovals(world: World, { records, named }: StagedSync): Generator<void> {
  let keys = 0;
  for (const name of MIRRORED_TABLES) {
    for (const key of world[name].keys()) {
      if (!named.get(name)?.has(key)) records.get(name)?.set(key, undefined);
      if (++keys % KEYS_PER_STEP === 0) yield;
    }
  }
}

/** The changes against the current world, which may have changed since a part was received. */
function* changesOf(world: World, { records }: StagedSync): Generator<void, MirroredChanges> {
  const all = new Map<MirroredTable, RecordChange<object>[]>();
  let keys = 0;
  for (const name of MIRRORED_TABLES) {
    const table = world[name] as Table<object>;
    const changes: RecordChange<object>[] = [];
    for (const [key, record] of records.get(name) ?? []) {
      const before = table.get(key);
      const after = recordAfter(world, name, before, record);
      if (before !== after) changes.push({ key, before, after });
      if (++keys % KEYS_PER_STEP === 0) yield;
    }
    all.set(name, changes);
  }
  return Object.fromEntries(all) as unknown as MirroredChanges; // each list holds the records of its table
}

function* putAll(world: World, changes: MirroredChanges): Generator<void, number> {
  let puts = 0;
  for (const name of MIRRORED_TABLES) {
    const table = world[name] as Table<object>;
    for (const { key, after: record } of changes[name]) {
      if (puts > 0 && puts % PUTS_PER_STEP === 0) yield;
      const after = recordAfter(world, name, table.get(key), record);
      if (after === undefined) table.remove(key);
      else table.put(after);
      puts += 1;
    }
  }
  return puts;
}

/** The new state of a record; for an account it includes updates of the running server. */
function recordAfter(world: World, table: MirroredTable, present?: object, record?: object) {
  if (table !== 'accounts') return record;
  if (record !== undefined) return accountOfSave(world, record as Account);
  return present === undefined || mayRemoveAccount(world, present as Account) ? undefined : present;
}

/** For online players, the running server reports the position on the map, and only the save the height. */
function move(world: World, { locations }: StagedSync, { accounts }: MirroredChanges): string[] {
  const moved: string[] = [];
  for (const location of locations) {
    const { uid } = location;
    const previous = world.locations.get(uid);
    const online = world.sessions.has(uid) && previous !== undefined;
    const place = online ? { ...location, x: previous.x, y: previous.y } : location;
    if (isSameValue(previous, place)) continue;
    world.locations.put(place);
    moved.push(uid);
  }
  for (const { key, after } of accounts) {
    if (after !== undefined || !world.locations.has(key)) continue;
    world.locations.remove(key);
    moved.push(key);
  }
  return moved;
}

interface UnderWay {
  readonly staged: StagedSync;
  next: number;
  /** Set when the last part has arrived. */
  applying: Generator<void, AppliedSync> | undefined;
}

/** Receives the parts of a sync and compares each at once; the last one puts all differences into the tables. */
export class MirrorStage {
  #underWay: UnderWay | undefined;

  /**
   * Receives a part. Returns the changes once all of a sync is in the tables; undefined before. For the last part it is
   * undefined while more remains than may block the thread: then the last part has to be passed again.
   *
   * Throws when a part is missing, as after a restart: the records that it named would be removed.
   */
  take(world: World, part: MirrorPart): AppliedSync | undefined {
    const underWay = this.#underWayFor(part);
    if (underWay.applying === undefined) stage(world, underWay.staged, part);
    if (part.last === undefined) return undefined;
    underWay.applying ??= applySync(world, underWay.staged, part.last);
    const step = underWay.applying.next();
    if (step.done !== true) return undefined;
    this.#underWay = undefined;
    return step.value;
  }

  #underWayFor({ sync, number, last }: MirrorPart): UnderWay {
    const underWay = this.#underWay?.staged.sync === sync ? this.#underWay : undefined;
    if (underWay?.applying !== undefined && last !== undefined) return underWay;
    if (number === 0) {
      this.#underWay = { staged: newStage(sync), next: 1, applying: undefined };
      return this.#underWay;
    }
    if (underWay?.next !== number) throw new Error('a part of what the save has changed is missing');
    underWay.next += 1;
    return underWay;
  }
}

function newStage(sync: number) {
  return {
    sync,
    /** Differences from the world; undefined for a removed record. */
    records: new Map(MIRRORED_TABLES.map((name) => [name, new Map<string, object | undefined>()])),
    /** Every key that the sync has named: a whole sync removes all others. */
    named: new Map(MIRRORED_TABLES.map((name) => [name, new Set<string>()])),
    locations: [] as PlayerLocation[],
  };
}

function stage(world: World, { records, named, locations }: StagedSync, part: MirrorPart): void {
  for (const { table, key, record } of part.changes) {
    named.get(table)?.add(key);
    if (differs(world, table, key, record)) records.get(table)?.set(key, record);
    else records.get(table)?.delete(key);
  }
  locations.push(...part.locations);
}

function differs(world: World, table: MirroredTable, key: string, record: object | undefined): boolean {
  const present = world[table].get(key);
  if (present === undefined || record === undefined) return present !== record;
  return !isSameValue(present, table === 'accounts' ? accountOfSave(world, record as Account) : record);
}
