import type { Issuer, UserId } from '@palatine/contract';
import { emitPunishment } from '../commands/punishments/punishment.ts';
import { banUser, mayBeListed, rememberListed, timestampAt, unbanUser } from '../state/bans.ts';
import type { GameContext } from '../state/game-context.ts';
import type { GameBan } from '../state/model.ts';
import type { World } from '../state/world.ts';

const FROM_GAME = { Type: 'game', NameValue: 'banlist.txt' };
const GAME_ISSUER = { name: FROM_GAME.NameValue };
const TAKEN_REASON = 'on the ban list of the game server';
const LIFTED_REASON = 'no longer on the ban list of the game server';
/** Maximum bans adopted at once; the next reading adopts more. */
const MAX_ADOPTED = 500;

export interface GameBansRead {
  /** The users in banlist.txt; undefined while unknown. */
  readonly listed: readonly UserId[] | undefined;
  /** Users whom the game server has banned and unbanned on request since the last reading. */
  readonly banned: readonly UserId[];
  readonly unbanned: readonly UserId[];
}

export function changesOurBans(world: World, { listed }: GameBansRead): boolean {
  const { take, lift } = planOf(world, listed);
  return take.length + lift.length > 0;
}

/** Adopts the game's list, with the origin of each ban; retried when the local list cannot change. */
export function applyGameBans(
  game: Pick<GameContext, 'world' | 'now'>,
  { listed, banned, unbanned }: GameBansRead,
  { mayChangeOurs }: { readonly mayChangeOurs: boolean },
) {
  const { world } = game;
  if (listed === undefined) {
    // A list that can be read will say so itself; one that was read too early must not say the opposite.
    for (const userId of banned) rememberListed(world, userId, 'Palatine');
    for (const userId of unbanned) world.gameBans.remove(userId);
  } else {
    const onList = new Set(listed);
    for (const userId of banned) if (onList.has(userId)) mayBeListed(world, userId);
  }
  const plan = planOf(world, mayChangeOurs ? listed : undefined);
  const taken = plan.take.slice(0, MAX_ADOPTED);
  const later = new Set(plan.take.slice(MAX_ADOPTED));
  for (const userId of taken) take(game, userId);
  for (const userId of plan.lift) lift(game, userId);
  for (const userId of [...world.gameBans.keys()]) if (!plan.known.has(userId)) world.gameBans.remove(userId);
  for (const [userId, origin] of plan.known) if (!later.has(userId)) rememberListed(world, userId, origin);
  // Users to ban in the game, each with the reason of the local ban.
  const ban = plan.ban.map((userId) => ({
    userId,
    reason: world.userBans.get(userId)?.BannedBy.Reason ?? '',
  }));
  return { taken, lifted: plan.lift, ban, unban: plan.unban };
}

function planOf({ userBans, gameBans }: World, listed: readonly UserId[] | undefined): BanPlan {
  const active = [...userBans.values()].filter(({ Active }) => Active);
  return planGameBans({
    ours: new Map(active.map(({ UserId, BannedBy }) => [UserId, originOf(BannedBy)])),
    listed: listed && new Set(listed),
    known: new Map([...gameBans.values()].map(({ userId, origin }) => [userId, origin])),
  });
}

function originOf({ Type, NameValue }: Issuer): BanOrigin {
  return Type === FROM_GAME.Type && NameValue === FROM_GAME.NameValue ? 'Game' : 'Palatine';
}

function take(game: Pick<GameContext, 'world' | 'now'>, userId: UserId): void {
  banUser(game.world, userId, byGame(game.now(), TAKEN_REASON));
  emitPunishment(game, GAME_ISSUER, { action: 'ban', userId, ip: '', reason: TAKEN_REASON });
}

function lift(game: Pick<GameContext, 'world' | 'now'>, userId: UserId): void {
  unbanUser(game.world, userId, byGame(game.now(), LIFTED_REASON));
  emitPunishment(game, GAME_ISSUER, { action: 'unban', userId, ip: '', reason: LIFTED_REASON });
}

function byGame(atMs: number, Reason: string): Issuer {
  return { ...FROM_GAME, IP: '', Reason, Timestamp: timestampAt(atMs) };
}

/** Origin of the active ban of a user in the local ban list: adopted from the game, or issued here. */
export type BanOrigin = GameBan['origin'];

export interface BanSides {
  readonly ours: ReadonlyMap<UserId, BanOrigin>;
  /** The users on the list of the game; undefined while unknown, which changes nothing. */
  readonly listed: ReadonlySet<UserId> | undefined;
  /** The users who were on the list of the game when it was last known, and which side banned them. */
  readonly known: ReadonlyMap<UserId, BanOrigin>;
}

interface BanPlan {
  /** Users to ban here, because the game has banned them. */
  readonly take: readonly UserId[];
  /** Users to unban here: their ban was adopted from the game, which has lifted it. */
  readonly lift: readonly UserId[];
  readonly ban: readonly UserId[];
  readonly unban: readonly UserId[];
  /** The users on the list of the game, according to this reading. */
  readonly known: ReadonlyMap<UserId, BanOrigin>;
}

/**
 * Reconciles the ban list of the game with the local one. A ban issued here is lifted here only: when it vanishes from
 * the list of the game, it is put back. A ban of the game is adopted, and lifted when it vanishes there.
 */
export function planGameBans({ ours, listed, known }: BanSides): BanPlan {
  if (listed === undefined) {
    return {
      take: [],
      lift: [],
      ban: [...ours.keys()].filter((userId) => !known.has(userId)),
      unban: [...known.keys()].filter((userId) => !ours.has(userId)),
      known,
    };
  }
  // Bans that were adopted from the game and not issued again here.
  const isOfGame = (userId: UserId) => known.get(userId) === 'Game' && ours.get(userId) === 'Game';
  const isLocal = (userId: UserId) => (ours.get(userId) ?? known.get(userId)) === 'Palatine';
  const removed = [...known.keys()].filter((userId) => !listed.has(userId));
  const lift = new Set(removed.filter(isOfGame));
  const take = [...listed].filter((userId) => !ours.has(userId) && !known.has(userId));
  return {
    take,
    lift: [...lift],
    ban: [...ours.keys()].filter((userId) => !listed.has(userId) && !lift.has(userId)),
    unban: [...listed].filter((userId) => !ours.has(userId) && known.has(userId)),
    known: new Map([...listed].map((userId) => [userId, isLocal(userId) ? 'Palatine' : 'Game'] as const)),
  };
}
