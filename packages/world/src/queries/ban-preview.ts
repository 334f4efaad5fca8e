import type { BanPreview, Guid } from '@palatine/contract';
import { canonicalAddress } from '../state/address.ts';
import { banOf } from '../state/can-join.ts';
import { campsOf } from '../state/find-guild.ts';
import { findAccount } from '../state/find-player.ts';
import type { World } from '../state/world.ts';
import { BAN_KINDS, sameAddress } from './player-details.ts';
import { type KnownPlayer, knownPlayer, mayReadPrivate, place, userIdOf } from './player-row.ts';
import { BAN_TABLES, PLAYER_TABLES, query } from './query.ts';

/** What a ban of a player would bring about. Throws PLAYER_NOT_FOUND. */
export const getBanPreview = query<'getBanPreview'>({
  reads: [...PLAYER_TABLES, ...BAN_TABLES, 'guilds', 'camps', 'containers'],
  run(game, params, input) {
    const { world } = game;
    const known = knownPlayer(world, findAccount(game, params.uid));
    const { account, session } = known;
    const userId = userIdOf(known) || world.playerBans.get(account.uid)?.userId || '';
    const address = canonicalAddress(session?.ip ?? '');
    const withPrivate = mayReadPrivate(input);
    return {
      Player: { Uid: account.uid, Name: account.name },
      Online: session !== undefined,
      UserIdKnown: userId !== '',
      ...(withPrivate && userId !== '' && { UserId: userId }),
      AddressKnown: address !== undefined,
      ...(withPrivate && address !== undefined && { Address: address }),
      ...bannedField(world, known),
      SameAddress: sameAddress(world, known),
      ...guildFields(world, known),
    };
  },
});

function bannedField(world: World, known: KnownPlayer): Pick<BanPreview, 'Banned'> {
  const ban = banInForce(world, known);
  return ban === undefined ? {} : { Banned: { By: BAN_KINDS[ban.kind], Reason: ban.by.Reason } };
}

function banInForce(world: World, known: KnownPlayer) {
  const { account, session } = known;
  return banOf(world, { uid: account.uid, userId: userIdOf(known), ip: session?.ip ?? '' });
}

/** The guild, and the bases that nobody could come back to. */
function guildFields(world: World, { guild, account }: KnownPlayer): Pick<BanPreview, 'Guild' | 'CampsLeft'> {
  if (guild === undefined) return { CampsLeft: [] };
  const facts = world.guildFacts.get(guild.id);
  const others = guild.members.filter(({ uid }) => uid !== account.uid && mayPlay(world, uid)).length;
  const left = others > 0 ? [] : campsOf(world, guild.id);
  return {
    Guild: {
      Id: guild.id,
      Name: guild.name,
      HeadName: facts?.headName ?? '',
      Members: guild.members.length,
      NotBanned: others,
    },
    CampsLeft: left.map((camp) => ({ Id: camp.id, Place: place(camp.location) })),
  };
}

function mayPlay(world: World, uid: Guid): boolean {
  const account = world.accounts.get(uid);
  return account === undefined || banInForce(world, knownPlayer(world, account)) === undefined;
}
