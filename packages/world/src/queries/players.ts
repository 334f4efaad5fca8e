import { type PlayerEntry, Refusal, ZERO_GUID } from '@palatine/contract';
import { guildOf } from '../state/find-guild.ts';
import { findPlayer, playerNotFoundMessage } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Account } from '../state/model.ts';
import { mapCoordinate, worldCoordinate } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { PLAYER_TABLES, query } from './query.ts';

/** Lists every account, in the order of the world. A player still creating a character has none and is not listed. */
export const getPlayers = query<'getPlayers'>({
  reads: ['accounts', 'sessions', 'guilds', 'locations'],
  run(game) {
    assertPlayersLoaded(game);
    const { world } = game;
    const Players = Array.from(world.accounts.values(), (account) => playerEntry(world, account));
    const OnlineCount = Players.filter(({ Status }) => Status === 'Online').length;
    return { Meta: { PlayerCount: Players.length, OnlineCount }, Players };
  },
});

export const getPlayer = query<'getPlayer'>({
  reads: [...PLAYER_TABLES, 'guilds', 'locations'],
  run(game, params) {
    assertPlayersLoaded(game);
    const identifier = params.player_identifier;
    const found = findPlayer(game, identifier);
    if (found === undefined) throw new Refusal('PLAYER_NOT_FOUND', playerNotFoundMessage(game, identifier));
    if (found.account === undefined) {
      throw new Refusal('PLAYER_ACCOUNT_NOT_FOUND', `${identifier} is online without an account record`);
    }
    return { Player: playerEntry(game.world, found.account) };
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
