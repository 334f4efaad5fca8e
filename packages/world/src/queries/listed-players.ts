import type { Guid } from '@palatine/contract';
import type { Account } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { isoTime, knownPlayer, levelOf, userIdOf } from './player-row.ts';

/** A player as those find them who search many worlds. Without addresses. */
export interface ListedPlayer {
  readonly Uid: Guid;
  /** '' when unknown. */
  readonly UserId: string;
  readonly Name: string;
  /** Newest first, at most MOST_FORMER_NAMES. */
  readonly FormerNames: string[];
  /** '' when unknown. */
  readonly Platform: string;
  /** Absent when unknown. */
  readonly Level?: number;
  /** The name of the guild; absent without one. */
  readonly Guild?: string;
  readonly Online: boolean;
  /** ISO 8601, UTC; absent when unknown, and while online. */
  readonly LastSeen?: string;
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
    Uid: uid,
    UserId: userIdOf(known),
    Name: name,
    FormerNames: formerNames.slice(0, MOST_FORMER_NAMES).map((former) => former.name),
    Platform: platform,
    ...(level !== undefined && { Level: level }),
    ...(guild !== undefined && { Guild: guild.name }),
    Online: session !== undefined,
    ...(session === undefined && lastOnlineAtMs !== null && { LastSeen: isoTime(lastOnlineAtMs) }),
  };
}
