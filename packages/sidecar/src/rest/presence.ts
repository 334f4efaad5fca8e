import type { Guid, UserId } from '@palatine/contract';
import type { RosterPlayer } from '@palatine/world/roster';

/** `Live`: from the last poll. `Stale`: polls have failed since. `Unknown`: for too long. */
export type RosterState = 'Live' | 'Stale' | 'Unknown';

/** Online players by the polls so far. Times are on the monotonic clock, in ms. */
export interface Presence {
  readonly state: RosterState;
  /** Time of the last good poll, or of the confirmation that the server is offline; undefined before the first. */
  readonly atMs: number | undefined;
  readonly players: readonly RosterPlayer[];
  /** Those of `players` who were missing from the last good poll. */
  readonly missing: ReadonlySet<UserId>;
}

interface PlayersPoll {
  readonly players: readonly RosterPlayer[];
  /** Count of /metrics at the same time; undefined if unknown. */
  readonly counted?: number | undefined;
}

export type PresenceInput =
  | ({ readonly kind: 'players'; readonly atMs: number } & PlayersPoll)
  | { readonly kind: 'failure'; readonly atMs: number }
  /** Time has passed; no player could join while the server was `paused` or down. */
  | { readonly kind: 'time'; readonly atMs: number; readonly paused: boolean }
  | { readonly kind: 'offline'; readonly atMs: number };

/** Time after the last good poll when it becomes unknown who is online. */
export const UNKNOWN_MS = 60_000;

export const NO_PRESENCE: Presence = { state: 'Unknown', atMs: undefined, players: [], missing: new Set() };

export type UidOf = (userId: UserId) => Guid | undefined;

/**
 * The roster after a poll. A failed poll changes no player, and neither does an empty list with a count above 0. A
 * player absent from two good polls in a row has left: the game omits players from single lists at times.
 */
export function presenceAfter(presence: Presence, input: PresenceInput, uidOf: UidOf): Presence {
  switch (input.kind) {
    case 'players':
      if (isContradicted(input)) return older(presence, input.atMs);
      return afterPoll(presence, input, uidOf);
    case 'failure':
      return older(presence, input.atMs);
    case 'time':
      return afterTime(presence, input);
    case 'offline':
      return { state: 'Live', atMs: input.atMs, players: [], missing: new Set() };
  }
}

/** Whether an empty list contradicts the count of players: it does not prove an empty server. */
export function isContradicted({ players, counted = 0 }: PlayersPoll): boolean {
  return players.length === 0 && counted > 0;
}

function afterPoll(
  { players: before, missing }: Presence,
  { atMs, players }: { atMs: number; players: readonly RosterPlayer[] },
  uidOf: UidOf,
): Presence {
  const former = new Map(before.map((player) => [player.userId, player]));
  const listed = new Set(players.map(({ userId }) => userId));
  const absent = before.filter(({ userId }) => !listed.has(userId) && !missing.has(userId));
  return {
    state: 'Live',
    atMs,
    players: [...players.map((player) => withUid(player, former.get(player.userId), uidOf)), ...absent],
    missing: new Set(absent.map(({ userId }) => userId)),
  };
}

/** Online players, with those missing from the last good poll marked. */
export function markedPlayers({ players, missing }: Presence): RosterPlayer[] {
  return players.map((player) => (missing.has(player.userId) ? { ...player, absent: true } : player));
}

/** A loading player has no PlayerUID in the list, and keeps the former one. */
function withUid(player: RosterPlayer, before: RosterPlayer | undefined, uidOf: UidOf): RosterPlayer {
  const uid = player.uid ?? before?.uid ?? uidOf(player.userId);
  return uid === player.uid ? player : { ...player, uid, loading: true };
}

function older(presence: Presence, atMs: number): Presence {
  const { atMs: goodMs } = presence;
  const state = goodMs === undefined || atMs - goodMs >= UNKNOWN_MS ? 'Unknown' : 'Stale';
  return state === presence.state ? presence : { ...presence, state };
}

/** A live roster becomes unknown with time, except while an empty server is paused. */
function afterTime(presence: Presence, { atMs, paused }: { atMs: number; paused: boolean }): Presence {
  if (presence.state === 'Unknown') return presence;
  if (paused && presence.players.length === 0) return { ...presence, state: 'Live' };
  const next = older(presence, atMs);
  return next.state === 'Unknown' ? next : presence;
}
