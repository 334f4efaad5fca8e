import {
  type Guid,
  type Issuer,
  isTooLongForId,
  parseGuid,
  parseUserId,
  Refusal,
  steamUserId,
  type UserId,
  ZERO_GUID,
} from '@palatine/contract';
import { canonicalAddress, isUnspecifiedAddress, parseAddressRange } from '@palatine/platform/address';
import {
  addressBan,
  banAddress,
  banUid,
  banUser,
  mayBeListed,
  mayBeUnlisted,
  unbanAddress,
  unbanUid,
  unbanUser,
} from '../../state/bans.ts';
import {
  assertPlayerManager,
  notAnIdentifierMessage,
  playerNotFound,
  playerOf,
} from '../../state/find-player.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Session } from '../../state/model.ts';
import type { World } from '../../state/world.ts';
import type { Command } from '../command.ts';
import {
  disconnect,
  emitChatAnnouncement,
  emitPunishment,
  givenReason,
  restIssuer,
  sessionsFrom,
  sessionsOfUser,
} from './punishment.ts';

/** Bans a user, or a PlayerUID without one, on request with the address; disconnects all it covers. */
export const banPlayer: Command<'banPlayer'> = (game, { params, body, issuer }) => {
  const { world } = game;
  assertPlayerManager(game);
  const target = targetOf(game, params.player_identifier);
  const address = body?.IP === true ? addressOf(target) : '';
  const reason = givenReason(body?.Reason, 'punished.ban');
  const by = restIssuer(game, issuer, reason);

  if ('uid' in target) banUid(world, target.uid, by);
  else banUser(world, target.userId, by);
  if (address !== '') banAddress(world, address, by);
  const userId = 'uid' in target ? '' : target.userId;
  if (game.attached === true && userId !== '') mayBeUnlisted(world, userId);
  const uid = 'uid' in target ? { uid: target.uid } : {};
  emitPunishment(game, issuer, { action: 'ban', userId, ...uid, ip: address, ...reason });
  const fromAddress = address === '' ? [] : sessionsFrom(world, address);
  const kicked = disconnect(game, [...target.sessions, ...fromAddress], reason);
  emitChatAnnouncement(game, `${target.name} was banned: ${by.Reason}`);
  const reply = {
    Success: true,
    UserId: userId,
    IP: address !== '',
    BannedIP: address,
    Kicked: kicked.length,
  };
  return 'uid' in target ? { ...reply, Pending: true } : reply;
};

/** Lifts the active ban of a user. The entry stays as a record of ban and unban. */
export const unbanPlayer: Command<'unbanPlayer'> = (game, { params, body, issuer }) => {
  const reason = givenReason(body?.Reason, 'punished.unban');
  const by = restIssuer(game, issuer, reason);
  const lifted = lift(game.world, params.user_id, by);
  if (lifted === undefined) throw new Refusal('BAN_NOT_FOUND', notBannedMessage(params.user_id));
  if (game.attached === true && lifted.userId !== '') mayBeListed(game.world, lifted.userId);
  emitPunishment(game, issuer, { action: 'unban', ...lifted, ip: '', ...reason });
  return { Success: true, UserId: lifted.userId };
};

function notBannedMessage(identifier: string): string {
  const isIdentifier = parseUserId(identifier) !== undefined || parseGuid(identifier) !== undefined;
  return isIdentifier ? `no active ban of ${identifier}` : notAnIdentifierMessage(identifier);
}

/** Lifts the ban of a UserId, or one that was given by PlayerUID. Undefined without such a ban. */
function lift(world: World, identifier: string, by: Issuer): { userId: UserId; uid?: Guid } | undefined {
  if (isTooLongForId(identifier)) return undefined;
  const userId = steamUserId(identifier) ?? identifier;
  if (unbanUser(world, userId, by)) return { userId };
  const uid = parseGuid(identifier);
  const ofUid = uid === undefined ? undefined : unbanUid(world, uid, by);
  return uid === undefined || ofUid === undefined ? undefined : { userId: ofUid, uid };
}

/** A user, or a player whose UserId is not known. */
type Target = { identifier: string; name: string; sessions: readonly Session[] } & (
  | { userId: UserId }
  | { uid: Guid }
);

/** A UserId is used unchanged, known or not; a PlayerUID resolves to its current or last UserId. */
function targetOf(game: GameContext, identifier: string): Target {
  const { world } = game;
  const requested = parseUserId(identifier);
  if (requested !== undefined) return userTarget(world, requested);
  const uid = parseGuid(identifier) ?? ZERO_GUID;
  const { userId: current, name, account, session } = playerOf(world, uid);
  const userId = current || world.playerBans.get(uid)?.userId || '';
  if (userId !== '') return userTarget(world, userId);
  if (account === undefined && session === undefined) {
    throw playerNotFound('REQUEST_FAILED', game, identifier);
  }
  return { identifier, uid, name: name || uid, sessions: session === undefined ? [] : [session] };
}

function userTarget(world: World, userId: UserId): Target {
  const [account] = world.pick(world.accounts, world.accountsByUserId.keys(userId));
  return {
    identifier: userId,
    userId,
    name: account?.name || userId,
    sessions: sessionsOfUser(world, userId),
  };
}

function addressOf({ identifier, sessions }: Target): string {
  for (const { ip } of sessions) {
    const address = canonicalAddress(ip);
    if (address !== undefined && !isUnspecifiedAddress(address)) return address;
  }
  throw new Refusal('IP_UNAVAILABLE', `no address of ${identifier} is known`);
}

/** Bans an address and disconnects everyone online from it. The UserId of the body only goes on record. */
export const banIP: Command<'banIP'> = (game, { params, body, issuer }) => {
  const address = hasZone(params.ip) ? undefined : canonicalAddress(params.ip);
  if (address === undefined) {
    throw new Refusal('VALIDATION_FAILED', `${params.ip} is not an IPv4 or IPv6 address`);
  }
  if (isUnspecifiedAddress(address)) {
    throw new Refusal('VALIDATION_FAILED', `${address} is not the address of a player`);
  }
  assertPlayerManager(game);
  const userId = body?.UserId ?? '';
  const given = givenReason(body?.Reason, 'punished.ban');
  const isOfUser = given.code !== undefined && userId !== '';
  const reason = isOfUser ? { reason: `${given.reason}, as the address of ${userId}` } : given;
  const by = restIssuer(game, issuer, reason);

  banAddress(game.world, address, by);
  emitPunishment(game, issuer, { action: 'banip', userId, ip: address, ...reason });
  const kicked = disconnect(game, sessionsFrom(game.world, address), reason);
  for (const name of kicked) emitChatAnnouncement(game, `${name} was banned: ${by.Reason}`);
  return { Success: true, IP: address, ...(userId !== '' && { UserId: userId }), Kicked: kicked.length };
};

/** Lifts the active ban of an address, or of a masked range that Banlist.json holds, in any spelling. */
export const unbanIP: Command<'unbanIP'> = (game, { params, body, issuer }) => {
  const address = hasZone(params.ip) ? undefined : parseAddressRange(params.ip)?.text;
  const reason = givenReason(body?.Reason, 'punished.unban');
  const by = restIssuer(game, issuer, reason);
  if (address === undefined || !unbanAddress(game.world, address, by)) {
    const range = addressBan(game.world, address ?? '')?.IP;
    const hint = range === undefined ? '' : `; the ban of ${range} covers it`;
    throw new Refusal('BAN_NOT_FOUND', `no active ban of ${params.ip}${hint}`);
  }
  emitPunishment(game, issuer, { action: 'unbanip', userId: '', ip: address, ...reason });
  return { Success: true, IP: address };
};

/** As in `fe80::1%eth0`, which is valid on its own machine only. */
const hasZone = (address: string): boolean => address.includes('%');
