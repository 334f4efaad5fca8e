import type { BanPreview, Guid } from '@palatine/contract';
import { canonicalAddress } from '../state/address.ts';
import { banOf } from '../state/can-join.ts';
import { campsOf } from '../state/find-guild.ts';
import { findAccount } from '../state/find-player.ts';
import type { World } from '../state/world.ts';
import { BAN_KINDS, sameAddress } from './player-details.ts';
import { mayReadPrivate, type PlayerData, place, playerRecords, userIdOf } from './player-row.ts';
import { BAN_TABLES, PLAYER_TABLES, query } from './query.ts';

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
    return {
      Player: { Uid: account.uid, Name: account.name },
      Online: session !== undefined,
      UserIdKnown: userId !== '',
      ...(withPrivate && userId !== '' && { UserId: userId }),
      AddressKnown: address !== undefined,
      ...(withPrivate && address !== undefined && { Address: address }),
      ...bannedField(world, player),
      SameAddress: sameAddress(world, player),
      ...guildFields(world, player),
    };
  },
});

function bannedField(world: World, player: PlayerData): Pick<BanPreview, 'Banned'> {
  const ban = activeBan(world, player);
  return ban === undefined ? {} : { Banned: { By: BAN_KINDS[ban.kind], Reason: ban.by.Reason } };
}

function activeBan(world: World, player: PlayerData) {
  const { account, session } = player;
  return banOf(world, { uid: account.uid, userId: userIdOf(player), ip: session?.ip ?? '' });
}

/** The guild, and the bases that would have no players left. */
function guildFields(world: World, { guild, account }: PlayerData): Pick<BanPreview, 'Guild' | 'CampsLeft'> {
  if (guild === undefined) return { CampsLeft: [] };
  const facts = world.guildFacts.get(guild.id);
  const others = guild.members.filter(({ uid }) => uid !== account.uid && mayPlay(world, uid)).length;
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

function mayPlay(world: World, uid: Guid): boolean {
  const account = world.accounts.get(uid);
  return account === undefined || activeBan(world, playerRecords(world, account)) === undefined;
}
