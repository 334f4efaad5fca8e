import { type PlayerEntry, type PlayersReply, Refusal, ZERO_GUID } from '@palatine/contract';
import { guildOf } from '../state/find-guild.ts';
import { findPlayer, playerNotFoundMessage } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Account, Guild, PlayerLocation, Session } from '../state/model.ts';
import { mapCoordinate, worldCoordinate } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { PLAYER_TABLES, query } from './query.ts';

/** Lists every account, in the order of the world. A player still creating a character has none and is not listed. */
export const getPlayers = query<'getPlayers'>({
  reads: ['accounts', 'sessions', 'guilds', 'locations'],
  run(game) {
    assertPlayersLoaded(game);
    const { world } = game;
    const players = Array.from(world.accounts.values(), (account) => playerRecords(world, account));
    return {
      Meta: playersMeta(players),
      Players: players.map((records) => playerEntry(records, world.locations.get(records.account.uid))),
    };
  },
});

export const getPlayer = query<'getPlayer'>({
  reads: [...PLAYER_TABLES, 'guilds', 'locations'],
  run(game, params) {
    assertPlayersLoaded(game);
    const { world } = game;
    const identifier = params.player_identifier;
    const found = findPlayer(game, identifier);
    if (found === undefined) throw new Refusal('PLAYER_NOT_FOUND', playerNotFoundMessage(game, identifier));
    if (found.account === undefined) {
      throw new Refusal('PLAYER_ACCOUNT_NOT_FOUND', `${identifier} is online without an account record`);
    }
    return {
      Player: playerEntry(playerRecords(world, found.account), world.locations.get(found.account.uid)),
    };
  },
});

export function assertPlayersLoaded({ faults }: GameContext): void {
  if (faults.playerManagerUnavailable) throw new Refusal('PLAYER_MANAGER_UNAVAILABLE');
}

type LocationField = 'WorldLocation' | 'MapLocation';

/** What an entry is made of, but for the location, which changes far more often. */
interface PlayerRecords {
  readonly account: Account;
  readonly session: Session | undefined;
  readonly guild: Guild | undefined;
}

function playerRecords(world: World, account: Account): PlayerRecords {
  const { uid } = account;
  return { account, session: world.sessions.get(uid), guild: guildOf(world, uid) };
}

/** The fields of a location come last, so that an entry can be put together from the JSON of both. */
function playerEntry(records: PlayerRecords, location: PlayerLocation | undefined): PlayerEntry {
  return { ...profileFields(records), ...locationFields(location) };
}

function profileFields({ account, session, guild }: PlayerRecords): Omit<PlayerEntry, LocationField> {
  return {
    Name: account.name,
    IP: session?.ip ?? '',
    PlayerUID: account.uid,
    UserId: session?.userId || account.userId,
    GuildName: guild?.name ?? '',
    GuildUUID: guild?.id ?? ZERO_GUID,
    Status: session === undefined ? 'Offline' : 'Online',
  };
}

function locationFields(location: PlayerLocation | undefined): Pick<PlayerEntry, LocationField> {
  return { WorldLocation: worldCoordinate(location), MapLocation: mapCoordinate(location) };
}

function playersMeta(players: readonly Pick<PlayerRecords, 'session'>[]): PlayersReply['Meta'] {
  const online = players.filter(({ session }) => session !== undefined);
  return { PlayerCount: players.length, OnlineCount: online.length };
}
