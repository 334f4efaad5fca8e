import { RECORD_TABLES } from '../export/world-records.ts';
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

/** Facts of a save about its world as a whole. */
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
  /** Number of the sync, increasing. */
  readonly sync: number;
  /** Number of the part within a sync, from 0. An incomplete sync is not applied. */
  readonly number: number;
  readonly changes: readonly MirroredChange[];
  /** Locations of players; not part of the records. */
  readonly locations: readonly PlayerLocation[];
  readonly last: MirroredFacts | undefined;
}

/** Saves hold the time of a log-out as an estimate, which moves a little from one to the next. */
const SAME_TIME_MS = 60_000;

/**
 * The account after merging that of a save. A save holds no UserId, so a known one is kept. For an online player, the
 * running server reports name and time. Otherwise the later time applies: a log-out is newer than the save.
 */
export function accountOfSave({ accounts, sessions, info }: World, saved: Account): Account {
  const account = accounts.get(saved.uid);
  if (account === undefined) return saved;
  const online = sessions.has(saved.uid);
  const lastOnlineAtMs = online
    ? account.lastOnlineAtMs
    : later(account.lastOnlineAtMs, saved.lastOnlineAtMs);
  // A save does not hold the time of a renaming: at the latest when the player was last online.
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
