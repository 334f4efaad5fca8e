import {
  type PlayerEntry,
  type PlayerReply,
  type PlayersReply,
  Refusal,
  ZERO_GUID,
} from '@palatine/contract';
import { guildOf } from '../state/find-guild.ts';
import { findPlayer, playerNotFoundMessage } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Account, Guild, PlayerLocation, Session } from '../state/model.ts';
import { mapCoordinate, worldCoordinate } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';

/** Making so many entries takes a few milliseconds. */
const PLAYERS_PER_PART = 1000;

/** The player list of one moment. */
export interface PlayerList {
  Meta: PlayersReply['Meta'];
  /** The entries, made part by part as they are taken; none is empty. */
  parts: Iterable<PlayerEntry[]>;
}

/** Lists every account, in the order of the world. A player still creating a character has none and is not listed. */
export function getPlayers(game: GameContext): PlayersReply {
  const { Meta, parts } = playerList(game);
  return { Meta, Players: [...parts].flat() };
}

/** The list of `getPlayers` in parts. All show the world as it is now, whenever they are taken. */
export function playerList(game: GameContext): PlayerList {
  assertPlayersLoaded(game);
  // A change puts a new record into its table, so these stay as they are.
  const players = Array.from(game.world.accounts.values(), (account) => recordsOf(game.world, account));
  const OnlineCount = players.filter(({ session }) => session !== undefined).length;
  return { Meta: { PlayerCount: players.length, OnlineCount }, parts: entriesInParts(players) };
}

function* entriesInParts(players: readonly PlayerRecords[]): Generator<PlayerEntry[]> {
  for (let from = 0; from < players.length; from += PLAYERS_PER_PART) {
    yield players.slice(from, from + PLAYERS_PER_PART).map(playerEntry);
  }
}

export function getPlayer(game: GameContext, params: { player_identifier: string }): PlayerReply {
  assertPlayersLoaded(game);
  const identifier = params.player_identifier;
  const found = findPlayer(game, identifier);
  if (found === undefined) throw new Refusal('PLAYER_NOT_FOUND', playerNotFoundMessage(game, identifier));
  if (found.account === undefined) {
    throw new Refusal('PLAYER_ACCOUNT_NOT_FOUND', `${identifier} is online without an account record`);
  }
  return { Player: playerEntry(recordsOf(game.world, found.account)) };
}

function assertPlayersLoaded({ faults }: GameContext): void {
  if (faults.playerManagerUnavailable) throw new Refusal('PLAYER_MANAGER_UNAVAILABLE');
}

/** What an entry is made of. */
interface PlayerRecords {
  account: Account;
  session: Session | undefined;
  guild: Guild | undefined;
  location: PlayerLocation | undefined;
}

function recordsOf(world: World, account: Account): PlayerRecords {
  const { uid } = account;
  return {
    account,
    session: world.sessions.get(uid),
    guild: guildOf(world, uid),
    location: world.locations.get(uid),
  };
}

function playerEntry({ account, session, guild, location }: PlayerRecords): PlayerEntry {
  return {
    Name: account.name,
    IP: session?.ip ?? '',
    PlayerUID: account.uid,
    UserId: session?.userId || account.userId,
    GuildName: guild?.name ?? '',
    GuildUUID: guild?.id ?? ZERO_GUID,
    Status: session === undefined ? 'Offline' : 'Online',
    WorldLocation: worldCoordinate(location),
    MapLocation: mapCoordinate(location),
  };
}
