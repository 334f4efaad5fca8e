import { RECORD_TABLES } from '../export/world-records.ts';
import type { Account, PlayerLocation, Survey } from '../state/model.ts';
import { historyOf, renamed } from '../state/sessions.ts';
import type { World, WorldTables } from '../state/world.ts';

/** The tables that a mirror takes from a save. Of an account, the UserId is not in the save and stays as it is known. */
export const MIRRORED_TABLES = ['accounts', ...RECORD_TABLES] as const;
export type MirroredTable = (typeof MIRRORED_TABLES)[number];

/** A record as a save has it; undefined when the save no longer has it. */
export interface MirroredChange<Name extends MirroredTable = MirroredTable> {
  readonly table: Name;
  readonly key: string;
  readonly record: WorldTables[Name] | undefined;
}

/** What a save says of its world as a whole. */
export interface MirroredFacts {
  readonly name: string;
  readonly survey: Survey | null;
  /** ms since 1970: when the game wrote Level.sav, by its file. */
  readonly savedAtMs: number;
  /** True when the changes of this sync are all records that there are: any other record is gone. */
  readonly whole: boolean;
}

/**
 * A part of the difference between a save and the one before it, small enough to be taken without a pause of the game
 * thread. The parts of a sync arrive in order; the last one carries the facts, and only with it anything changes.
 */
export interface MirrorPart {
  /** Counts up with every sync. */
  readonly sync: number;
  /** Counts up from 0 within a sync. Without one of its parts, nothing of a sync is taken. */
  readonly number: number;
  readonly changes: readonly MirroredChange[];
  /** Locations of players; not part of the records. */
  readonly locations: readonly PlayerLocation[];
  readonly last: MirroredFacts | undefined;
}

/** Saves hold the time of a log-out as an estimate, which moves a little from one to the next. */
const SAME_TIME_MS = 60_000;

/**
 * The account that a save's becomes. A save holds no UserId, so the one that is known stays. Of somebody who is online,
 * the running server tells name and time. Of somebody else the later time counts: a log-out is newer than the save.
 */
export function accountOfSave({ accounts, sessions, info }: World, saved: Account): Account {
  const known = accounts.get(saved.uid);
  if (known === undefined) return saved;
  const online = sessions.has(saved.uid);
  const lastOnlineAtMs = online ? known.lastOnlineAtMs : later(known.lastOnlineAtMs, saved.lastOnlineAtMs);
  // A save does not say when somebody was renamed: at the latest when they were last online.
  const name = (online && known.name) || saved.name;
  const named = renamed(known, name, lastOnlineAtMs ?? info.createdAtMs);
  return {
    uid: saved.uid,
    name,
    userId: known.userId,
    platform: saved.platform || known.platform,
    lastOnlineAtMs,
    ...historyOf(named),
  };
}

/** An account that ties a UserId to a PlayerUID is kept for ever, and so is that of somebody whom no save has yet. */
export function mayRemoveAccount({ sessions }: World, { uid, userId }: Account): boolean {
  return userId === '' && !sessions.has(uid);
}

function later(known: number | null, saved: number | null): number | null {
  if (known === null || saved === null) return known ?? saved;
  return saved > known + SAME_TIME_MS ? saved : known;
}
