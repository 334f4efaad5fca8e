import type { Guid, UserId } from '@palatine/contract';

/** Somebody who is connected to the running game server, as its REST interface says. */
export interface RosterPlayer {
  /** Undefined while the player is still loading or creating a character. */
  readonly uid: Guid | undefined;
  readonly userId: UserId;
  /** As shown in the game; may be empty. */
  readonly name: string;
  /** '' when unknown. */
  readonly ip: string;
  /** Absent when the server does not say. */
  readonly pingMs?: number;
  readonly level?: number;
  /** World coordinates in cm; the server tells no height. Absent while the player is loading. */
  readonly location?: { readonly x: number; readonly y: number };
}

/** Everybody who counts as online at a time. */
export interface Roster {
  /** ms since 1970. */
  readonly atMs: number;
  readonly players: readonly RosterPlayer[];
}
