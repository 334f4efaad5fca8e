import type { Guid, UserId } from '@palatine/contract';

/** A player connected to the running game server, from its REST interface. */
export interface RosterPlayer {
  /** Undefined while the player is still loading or creating a character, and was not seen before. */
  readonly uid: Guid | undefined;
  /** True while the server does not report the PlayerUID: then it is known from before. */
  readonly loading?: boolean;
  /** True when the last poll did not list them: they stay online until the next one does not either. */
  readonly absent?: boolean;
  readonly userId: UserId;
  /** As shown in the game; may be empty. */
  readonly name: string;
  /** '' when unknown. */
  readonly ip: string;
  /** Absent when the server does not say. */
  readonly pingMs?: number;
  readonly level?: number;
  /** World coordinates in cm; the server reports no height. Absent while the player is loading. */
  readonly location?: { readonly x: number; readonly y: number };
}

/** The players treated as online at a time. */
export interface Roster {
  /** ms since 1970. */
  readonly atMs: number;
  readonly players: readonly RosterPlayer[];
}

/** A player of a roster who may not be online. */
export interface BannedPlayer {
  readonly userId: UserId;
  /** '' while it is not known. */
  readonly uid: Guid | '';
  readonly name: string;
  /** `banned: cheating`, `address banned: a bot`; the player reads it. */
  readonly reason: string;
  /** Subject of the ban: the UserId, the PlayerUID or the address. */
  readonly cause: 'user' | 'player' | 'address';
  /** Whether the game server's own ban list is known to hold the user. */
  readonly onGameList: boolean;
}

/** A UserId and a PlayerUID that contradict a pair from before. */
export interface IdentityConflict {
  readonly userId: UserId;
  readonly uid: Guid;
  /** The previous counterpart. */
  readonly before: string;
}

export interface RosterOutcome {
  /** In the order of the roster. */
  readonly bannedOnline: readonly BannedPlayer[];
  /** PlayerUIDs by UserId that are known from before, for players who are still loading. */
  readonly known: ReadonlyMap<UserId, Guid>;
  /** Those that are new with this roster. */
  readonly conflicts: readonly IdentityConflict[];
}
