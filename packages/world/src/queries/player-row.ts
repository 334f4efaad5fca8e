import { type Guid, PLAYERS_READ_PRIVATE, type Place, type PlayerRow } from '@palatine/contract';
import { finite } from '../catalogue/map-coordinates.ts';
import { headName } from '../state/aggregates.ts';
import { type ActiveBan, banOf } from '../state/bans.ts';
import { guildOf } from '../state/find-guild.ts';
import { isKnownLocation } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Account, Character, Location, Player } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';

/** A player with an account, and what the world holds of them. */
export type PlayerData = Readonly<ReturnType<typeof playerRecords>>;

export function playerRecords(world: World, account: Account) {
  const { uid } = account;
  return {
    account,
    session: world.sessions.get(uid),
    /** Undefined without a player file. */
    player: world.players.get(uid),
    body: bodyOf(world, uid),
    guild: guildOf(world, uid),
  };
}

/** The body of a player, which those without a player file have too. */
export function bodyOf(world: World, uid: Guid): Character | undefined {
  const id = world.players.get(uid)?.characterId ?? world.bodiesByPlayer.first(uid);
  return id === undefined ? undefined : world.characters.get(id);
}

/** Whether the caller may read UserIds and addresses. */
export function mayReadPrivate({ granted }: { granted: readonly string[] }): boolean {
  return granted.includes(PLAYERS_READ_PRIVATE);
}

/** A player as lists show them; unknown values are left out. */
export function playerRow(game: GameContext, records: PlayerData, withPrivate: boolean): PlayerRow {
  const { world } = game;
  const { account, session, player } = records;
  const location = world.locations.get(account.uid);
  const level = levelOf(records);
  const played = playtimeMs(records, game.now());
  return {
    Uid: account.uid,
    ...(withPrivate && { UserId: userIdOf(records), IP: addressOf(records) }),
    Name: account.name,
    Platform: account.platform,
    Online: session !== undefined,
    ...(session !== undefined && { Since: isoTime(session.connectedAtMs) }),
    ...(session === undefined &&
      account.lastOnlineAtMs !== null && { LastSeen: isoTime(account.lastOnlineAtMs) }),
    ...(level !== undefined && { Level: level }),
    ...guildFields(world, records),
    ...(player !== undefined && { PalCount: palCount(world, player) }),
    ...(played !== undefined && { PlaytimeSeconds: int32(played / 1000) }),
    ...(location !== undefined && isKnownLocation(world, location) && { Place: place(location) }),
    HasPlayerFile: player !== undefined,
    Banned: activeBan(world, records) !== undefined,
  };
}

export function userIdOf({ session, account }: PlayerData): string {
  return session?.userId || account.userId;
}

/** The address of the session, or of the last one that was seen; '' when unknown. */
export function addressOf({ session, account }: PlayerData): string {
  return session?.ip || (account.addresses?.[0]?.ip ?? '');
}

/** The save lags behind a running game server, and no level goes down. */
export function levelOf({ body, session }: Pick<PlayerData, 'body' | 'session'>): number | undefined {
  if (body === undefined && session?.level === undefined) return undefined;
  return int32(Math.max(body?.level ?? 0, session?.level ?? 0));
}

/** Total time of all recorded sessions, including the current one; undefined without any. */
export function playtimeMs({ account, session }: PlayerData, nowMs: number): number | undefined {
  if (session === undefined) return account.playedMs;
  return (account.playedMs ?? 0) + Math.max(0, nowMs - session.connectedAtMs);
}

export function palCount({ charactersByBox }: World, { team, palbox }: Player): number {
  return charactersByBox.keys(team.containerId).size + charactersByBox.keys(palbox.containerId).size;
}

export function activeBan(world: World, player: PlayerData): ActiveBan | undefined {
  const { account, session } = player;
  return banOf(world, { uid: account.uid, userId: userIdOf(player), ip: session?.ip ?? '' });
}

export const isoTime = (atMs: number): string => new Date(atMs).toISOString();

export const place = ({ x, y, z }: Location): Place => ({ X: finite(x), Y: finite(y), Z: finite(z) });

function guildFields(world: World, { guild, account }: PlayerData): Partial<PlayerRow> {
  if (guild === undefined) return {};
  return {
    GuildId: guild.id,
    GuildName: guild.name,
    GuildHead: headName(world, guild),
    Role: int32(guild.members.find(({ uid }) => uid === account.uid)?.role),
  };
}
