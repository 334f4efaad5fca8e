import { isSameValue } from '../export/same-in-save.ts';
import { changesBetween, RECORD_TABLES, recordsOf, type WorldRecords } from '../export/world-records.ts';
import type { Account, PlayerLocation, Survey } from '../state/model.ts';
import { historyOf, renamed } from '../state/sessions.ts';
import type { World, WorldTables } from '../state/world.ts';

/** The tables that a mirror takes from a save. The UserId of an account is not in the save and is kept. */
export const MIRRORED_TABLES = ['accounts', ...RECORD_TABLES] as const;
export type MirroredTable = (typeof MIRRORED_TABLES)[number];

/** A record as a save has it; undefined when the save no longer has it. */
export interface MirroredChange<Name extends MirroredTable = MirroredTable> {
  readonly table: Name;
  readonly key: string;
  readonly record: WorldTables[Name] | undefined;
}

export interface MirroredFacts {
  readonly name: string;
  readonly survey: Survey | null;
  /** ms since 1970: when the game wrote Level.sav, by its file. */
  readonly savedAtMs: number;
  /** True when the changes of this sync name every record of the save: any other record is gone. */
  readonly whole: boolean;
}

/**
 * A part of the difference between a save and the previous one, small enough that receiving it does not hold the event
 * loop. The parts of a sync arrive in order. The last one carries the facts and applies all of them.
 */
export interface MirrorPart {
  readonly sync: number;
  /** Number of the part within a sync, from 0. An incomplete sync is not applied. */
  readonly number: number;
  readonly changes: readonly MirroredChange[];
  /** Locations of players; not part of the records. */
  readonly locations: readonly PlayerLocation[];
  readonly last: MirroredFacts | undefined;
}

/** Tolerance for the time of a log-out: a save holds an estimate, which varies a little from save to save. */
const SAME_TIME_MS = 60_000;

/**
 * Merges the account of a save into the known one. A save holds no UserId, so a known one is kept. For an online player, the
 * running server reports name and time. Otherwise the later time applies: a log-out is newer than the save.
 */
export function accountOfSave({ accounts, sessions, info }: World, saved: Account): Account {
  const account = accounts.get(saved.uid);
  if (account === undefined) return saved;
  const online = sessions.has(saved.uid);
  const lastOnlineAtMs = online
    ? account.lastOnlineAtMs
    : later(account.lastOnlineAtMs, saved.lastOnlineAtMs);
  // A save does not hold the time of a renaming: the last log-out is an upper bound.
  const name = (online && account.name) || saved.name;
  const current = renamed(account, name, lastOnlineAtMs ?? info.createdAtMs);
  return {
    uid: saved.uid,
    name,
    userId: account.userId,
    platform: saved.platform || account.platform,
    lastOnlineAtMs,
    ...historyOf(current),
  };
}

/** Accounts that tie a UserId to a PlayerUID are permanent, and so are those of players without a save yet. */
export function mayRemoveAccount({ sessions }: World, { uid, userId }: Account): boolean {
  return userId === '' && !sessions.has(uid);
}

function later(previous: number | null, saved: number | null): number | null {
  if (previous === null || saved === null) return previous ?? saved;
  return saved > previous + SAME_TIME_MS ? saved : previous;
}

/** The bounds of a part, whichever is reached first. A larger record is a part by itself. */
const MAX_RECORDS = 200;
const MAX_CHARS = 128 * 1024;

/** A sync: its number, the imported save, and the previous one; a full sync without it. */
interface Sync {
  readonly number: number;
  readonly before: SavedRecords | undefined;
  readonly after: SavedRecords;
  readonly facts: Omit<MirroredFacts, 'whole'>;
}

/** Yields the parts of a sync in order: at least one, the last, even without differences. */
export function* savedParts({ number: sync, before, after, facts }: Sync): Generator<MirrorPart> {
  let number = 0;
  const part = (
    changes: readonly MirroredChange[],
    locations: readonly PlayerLocation[] = [],
  ): MirrorPart => ({ sync, number: number++, changes, locations, last: undefined });
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
  readonly tables: WorldRecords & { readonly accounts: ReadonlyMap<string, Account> };
  readonly locations: ReadonlyMap<string, PlayerLocation>;
}

export function savedRecordsOf(world: World): SavedRecords {
  const { accounts, locations } = world;
  const tables = { accounts: new Map(accounts.entries()), ...recordsOf(world) };
  return { tables, locations: new Map(locations.entries()) };
}

/** The records that differ from the previous save; all of them without a previous save. */
function* savedChanges(before: SavedRecords | undefined, after: SavedRecords): Generator<MirroredChange> {
  for (const table of MIRRORED_TABLES) {
    const now = after.tables[table] as ReadonlyMap<string, object>;
    const then = (before?.tables[table] ?? new Map()) as ReadonlyMap<string, object>;
    for (const { key, after: record } of changesBetween(then, now, isSameValue)) {
      yield { table, key, record } as MirroredChange; // the record is of that table
    }
  }
}

/** The locations that differ from the previous save; all of them without a previous save. */
function savedMoves(before: SavedRecords | undefined, after: SavedRecords): PlayerLocation[] {
  const then = before?.locations ?? new Map<string, PlayerLocation>();
  const changes = [...changesBetween(then, after.locations, isSameValue)];
  return changes.flatMap(({ after: location }) => location ?? []);
}
