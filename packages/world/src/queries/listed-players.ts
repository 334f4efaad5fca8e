import type { Guid } from '@palatine/contract';
import type { Account } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { isoTime, knownPlayer, levelOf, userIdOf } from './player-row.ts';

/** A player as those find them who search many worlds. Without addresses. */
export interface ListedPlayer {
  readonly uid: Guid;
  /** '' when unknown. */
  readonly userId: string;
  readonly name: string;
  /** Newest first, at most MOST_FORMER_NAMES. */
  readonly formerNames: string[];
  /** '' when unknown. */
  readonly platform: string;
  /** Absent when unknown. */
  readonly level?: number;
  /** The name of the guild; absent without one. */
  readonly guild?: string;
  readonly online: boolean;
  /** ISO 8601, UTC; absent when unknown, and while online. */
  readonly lastSeen?: string;
}

const MOST_FORMER_NAMES = 5;

/** The players whom a world knows, in the order of its accounts: so many, after so many others. */
export function listedPlayers(world: World, from: number, most: number): ListedPlayer[] {
  return world.accounts
    .values()
    .drop(from)
    .take(most)
    .map((account) => listed(world, account))
    .toArray();
}

function listed(world: World, account: Account): ListedPlayer {
  const known = knownPlayer(world, account);
  const { session, guild } = known;
  const level = levelOf(known);
  const { uid, name, platform, formerNames = [], lastOnlineAtMs } = account;
  return {
    uid,
    userId: userIdOf(known),
    name,
    formerNames: formerNames.slice(0, MOST_FORMER_NAMES).map((former) => former.name),
    platform,
    ...(level !== undefined && { level }),
    ...(guild !== undefined && { guild: guild.name }),
    online: session !== undefined,
    ...(session === undefined && lastOnlineAtMs !== null && { lastSeen: isoTime(lastOnlineAtMs) }),
  };
}
