import type { BanPreview, Guid, PlayerDetails, PlayerDiscoveries } from '@palatine/contract';
import { canonicalAddress } from '@palatine/platform/address';
import { finite } from '../catalogue/map-coordinates.ts';
import { playerExpAt, playerLevel, playerMaxHp } from '../catalogue/pal-growth.ts';
import { campsOf } from '../state/find-guild.ts';
import { findAccount } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Account, Character, Discoveries } from '../state/model.ts';
import { int32, int32Counts } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import {
  activeBan,
  isoTime,
  mayReadPrivate,
  type PlayerData,
  place,
  playerRecords,
  playerRow,
  userIdOf,
} from './player-row.ts';
import { BAN_TABLES, PLAYER_TABLES, query } from './query.ts';

const MAX_SAME_ADDRESS = 100;

/** The name under which saves keep the status points spent on HP. */
const HP_STATUS = '最大HP';

const BAN_KINDS = { user: 'User', player: 'Player', address: 'Address' } as const;

export const getPlayerDetails = query<'getPlayerDetails'>({
  reads: [...PLAYER_TABLES, ...BAN_TABLES, 'guilds', 'locations', 'discoveries'],
  clock: true,
  run(game, params, input) {
    const { world } = game;
    const player = playerRecords(world, findAccount(game, params.uid));
    const { account, body } = player;
    const withPrivate = mayReadPrivate(input);
    const discoveries = world.discoveries.get(account.uid);
    return {
      Player: playerRow(game, player, withPrivate),
      FormerNames: (account.formerNames ?? []).map(({ name, untilMs }) => ({
        Name: name,
        Until: isoTime(untilMs),
      })),
      ...(body !== undefined && bodyFields(game, body)),
      ...(discoveries !== undefined && { Found: discoveriesOf(discoveries) }),
      ...banField(world, player),
      ...(withPrivate && addressFields(world, player)),
    };
  },
});

export function discoveriesOf(discoveries: Discoveries): PlayerDiscoveries {
  const { fastTravelPoints, relics, areas, notes, paldeck } = discoveries;
  return {
    FastTravel: [...fastTravelPoints],
    Relics: Object.fromEntries(Object.entries(relics).map(([type, ids]) => [type, [...ids]])),
    Areas: [...areas],
    Notes: [...notes],
    Paldeck: [...paldeck],
  };
}

function bodyFields({ catalogue }: GameContext, body: Character): Partial<PlayerDetails> {
  const level = playerLevel(catalogue, body.exp);
  return {
    Exp: int32(body.exp),
    LevelExp: {
      From: playerExpAt(catalogue, level),
      ...(level < catalogue.limit('playerLevelCap') && { To: playerExpAt(catalogue, level + 1) }),
    },
    UnusedStatusPoints: int32(body.unusedStatusPoints),
    StatusPoints: int32Counts(body.statusPoints),
    HP: finite(body.hp),
    MaxHP: playerMaxHp(catalogue, int32(body.statusPoints[HP_STATUS])),
  };
}

function banField(world: World, player: PlayerData): Pick<PlayerDetails, 'Ban'> {
  const ban = activeBan(world, player);
  if (ban === undefined) return {};
  const { NameValue, Reason, Timestamp } = ban.by;
  const At = isoTime(Timestamp.UTC * 1000 + Timestamp.Msec);
  return { Ban: { Kind: BAN_KINDS[ban.kind], By: NameValue, Reason, At } };
}

function addressFields(world: World, player: PlayerData): Partial<PlayerDetails> {
  const addresses = player.account.addresses ?? [];
  return {
    Addresses: addresses.map(({ ip, lastSeenAtMs }) => ({ IP: ip, LastSeen: isoTime(lastSeenAtMs) })),
    SameAddress: sameAddress(world, player),
  };
}

/** Others who play, or have played, from an address of a player; limited where there are very many. */
export function sameAddress(world: World, { account, session }: PlayerData) {
  const addresses = (account.addresses ?? []).map(({ ip }) => ip);
  const others = new Set<Guid>();
  for (const ip of session === undefined ? addresses : [session.ip, ...addresses]) {
    for (const uid of world.sessionsByIp.keys(ip)) others.add(uid);
    for (const uid of world.accountsByAddress.keys(canonicalAddress(ip) ?? '')) others.add(uid);
  }
  others.delete(account.uid);
  return [...others]
    .slice(0, MAX_SAME_ADDRESS)
    .map((uid) => ({ Uid: uid, Name: world.accounts.get(uid)?.name ?? '', Online: world.sessions.has(uid) }));
}

/** Effects of banning a player. Throws PLAYER_NOT_FOUND. */
export const getBanPreview = query<'getBanPreview'>({
  reads: [...PLAYER_TABLES, ...BAN_TABLES, 'guilds', 'camps', 'containers'],
  run(game, params, input) {
    const { world } = game;
    const player = playerRecords(world, findAccount(game, params.uid));
    const { account, session } = player;
    const userId = userIdOf(player) || world.playerBans.get(account.uid)?.userId || '';
    const address = canonicalAddress(session?.ip ?? '');
    const withPrivate = mayReadPrivate(input);
    const ban = activeBan(world, player);
    return {
      Player: { Uid: account.uid, Name: account.name },
      Online: session !== undefined,
      UserIdKnown: userId !== '',
      ...(withPrivate && userId !== '' && { UserId: userId }),
      AddressKnown: address !== undefined,
      ...(withPrivate && address !== undefined && { Address: address }),
      ...(ban !== undefined && { Banned: { By: BAN_KINDS[ban.kind], Reason: ban.by.Reason } }),
      SameAddress: sameAddress(world, player),
      ...guildFields(world, player),
    };
  },
});

/** The guild, and the bases that would have no players left. */
function guildFields(world: World, { guild, account }: PlayerData): Pick<BanPreview, 'Guild' | 'CampsLeft'> {
  if (guild === undefined) return { CampsLeft: [] };
  const facts = world.guildFacts.get(guild.id);
  const mayPlay = (member: Account | undefined) =>
    member === undefined || activeBan(world, playerRecords(world, member)) === undefined;
  const others = guild.members.filter(
    ({ uid }) => uid !== account.uid && mayPlay(world.accounts.get(uid)),
  ).length;
  const orphaned = others > 0 ? [] : campsOf(world, guild.id);
  return {
    Guild: {
      Id: guild.id,
      Name: guild.name,
      HeadName: facts?.headName ?? '',
      Members: guild.members.length,
      NotBanned: others,
    },
    CampsLeft: orphaned.map((camp) => ({ Id: camp.id, Place: place(camp.location) })),
  };
}
