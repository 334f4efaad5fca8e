import { type PlayerEntry, type PlayersReply, ZERO_GUID } from '@palatine/contract';
import { guildOf } from '../state/find-guild.ts';
import type { Account, Guild, PlayerLocation, Session } from '../state/model.ts';
import { mapCoordinate, worldCoordinate } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';

type LocationField = 'WorldLocation' | 'MapLocation';

/** What an entry is made of, but for the location, which changes far more often. */
export interface PlayerRecords {
  readonly account: Account;
  readonly session: Session | undefined;
  readonly guild: Guild | undefined;
}

export function playerRecords(world: World, account: Account): PlayerRecords {
  const { uid } = account;
  return { account, session: world.sessions.get(uid), guild: guildOf(world, uid) };
}

/** The fields of a location come last, so that an entry can be put together from the JSON of both. */
export function playerEntry(records: PlayerRecords, location: PlayerLocation | undefined): PlayerEntry {
  return { ...profileFields(records), ...locationFields(location) };
}

export function profileFields({ account, session, guild }: PlayerRecords): Omit<PlayerEntry, LocationField> {
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

export function locationFields(location: PlayerLocation | undefined): Pick<PlayerEntry, LocationField> {
  return { WorldLocation: worldCoordinate(location), MapLocation: mapCoordinate(location) };
}

export function playersMeta(players: readonly Pick<PlayerRecords, 'session'>[]): PlayersReply['Meta'] {
  const online = players.filter(({ session }) => session !== undefined);
  return { PlayerCount: players.length, OnlineCount: online.length };
}
