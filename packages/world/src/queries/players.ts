import { type Guid, type PlayerEntry, Refusal, ZERO_GUID } from '@palatine/contract';
import { mapCoordinate, worldCoordinate } from '../catalogue/map-coordinates.ts';
import { guildOf } from '../state/find-guild.ts';
import { findPlayer, playerNotFound } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Account } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { isoTime, levelOf, playerRecords, userIdOf } from './player-row.ts';
import { PLAYER_TABLES, query, queryInParts } from './query.ts';

/** Lists every account, in the order of the world. A player still creating a character has none and is not listed. */
export const getPlayers = queryInParts<'getPlayers'>({
  reads: ['accounts', 'sessions', 'guilds', 'locations'],
  *inParts(game) {
    assertPlayersLoaded(game);
    const { world } = game;
    const Players = Array.from(world.accounts.values(), (account) => playerEntry(world, account));
    yield;
    const OnlineCount = Players.filter(({ Status }) => Status === 'Online').length;
    return { Meta: { PlayerCount: Players.length, OnlineCount }, Players };
  },
});

export const getPlayer = query<'getPlayer'>({
  reads: [...PLAYER_TABLES, 'guilds', 'locations'],
  run(game, params) {
    assertPlayersLoaded(game);
    const identifier = params.player_identifier;
    const player = findPlayer(game, identifier);
    if (player === undefined) throw playerNotFound('PLAYER_NOT_FOUND', game, identifier);
    if (player.account === undefined) {
      throw new Refusal('PLAYER_ACCOUNT_NOT_FOUND', `${identifier} is online without an account record`);
    }
    return { Player: playerEntry(game.world, player.account) };
  },
});

function assertPlayersLoaded({ faults }: GameContext): void {
  if (faults.playerManagerUnavailable) throw new Refusal('PLAYER_MANAGER_UNAVAILABLE');
}

function playerEntry(world: World, account: Account): PlayerEntry {
  const { uid } = account;
  const session = world.sessions.get(uid);
  const guild = guildOf(world, uid);
  const location = world.locations.get(uid);
  return {
    Name: account.name,
    IP: session?.ip ?? '',
    PlayerUID: uid,
    UserId: session?.userId || account.userId,
    GuildName: guild?.name ?? '',
    GuildUUID: guild?.id ?? ZERO_GUID,
    Status: session === undefined ? 'Offline' : 'Online',
    WorldLocation: worldCoordinate(location),
    MapLocation: mapCoordinate(location),
  };
}

/** A player in searches across worlds. Without addresses. */
export interface ListedPlayer {
  readonly uid: Guid;
  /** '' when unknown. */
  readonly userId: string;
  readonly name: string;
  /** Newest first, at most MAX_FORMER_NAMES. */
  readonly formerNames: string[];
  /** '' when unknown. */
  readonly platform: string;
  /** Absent when unknown. */
  readonly level?: number;
  readonly guild?: string;
  readonly online: boolean;
  /** ISO 8601, UTC; absent when unknown, and while online. */
  readonly lastSeen?: string;
}

/** Name and guild of a player in lists of what is kept outside the world, such as sessions; the name is '' when unknown. */
export function playerFacts(world: World, uid: Guid, withPrivate: boolean) {
  const account = world.accounts.get(uid);
  if (account === undefined) return { Uid: uid, Name: '', ...(withPrivate && { UserId: '' }) };
  const player = playerRecords(world, account);
  const { guild } = player;
  return {
    Uid: uid,
    Name: account.name,
    ...(withPrivate && { UserId: userIdOf(player) }),
    ...(guild !== undefined && { GuildId: guild.id, GuildName: guild.name }),
  };
}

const MAX_FORMER_NAMES = 5;

/** The players of a world in the order of its accounts: at most `limit`, starting at `from`. */
export function listedPlayers(world: World, from: number, limit: number): ListedPlayer[] {
  return world.accounts
    .values()
    .drop(from)
    .take(limit)
    .map((account) => toListedPlayer(world, account))
    .toArray();
}

function toListedPlayer(world: World, account: Account): ListedPlayer {
  const player = playerRecords(world, account);
  const { session, guild } = player;
  const level = levelOf(player);
  const { uid, name, platform, formerNames = [], lastOnlineAtMs } = account;
  return {
    uid,
    userId: userIdOf(player),
    name,
    formerNames: formerNames.slice(0, MAX_FORMER_NAMES).map((former) => former.name),
    platform,
    ...(level !== undefined && { level }),
    ...(guild !== undefined && { guild: guild.name }),
    online: session !== undefined,
    ...(session === undefined && lastOnlineAtMs !== null && { lastSeen: isoTime(lastOnlineAtMs) }),
  };
}
