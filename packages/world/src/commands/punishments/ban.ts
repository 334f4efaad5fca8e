import { isTooLongForId, isUserId, parseGuid, Refusal, type UserId } from '@palatine/contract';
import { canonicalAddress } from '../../state/address.ts';
import { banAddress, banUser, unbanUser } from '../../state/ban-entries.ts';
import { playerOf } from '../../state/find-player.ts';
import { assertPlayerManager } from '../../state/player-manager.ts';
import type { World } from '../../state/world.ts';
import type { Command } from '../command.ts';
import { disconnect, sessionsFrom, sessionsOfUser } from './disconnect.ts';
import { emitChatAnnouncement, emitPunishment } from './emit-punishment.ts';
import { restIssuer } from './issuer.ts';

/** Bans a user, known or not, on request with their current address, and disconnects everyone the ban covers. */
export const banPlayer: Command<'banPlayer'> = (game, { params, body, issuer }) => {
  const { world } = game;
  assertPlayerManager(game);
  const userId = parseUserId(world, params.player_identifier);
  const address = body?.IP === true ? addressOf(world, userId) : '';
  const by = restIssuer(game, issuer, body?.Reason, 'Banned by an administrator');

  banUser(world, userId, by);
  if (address !== '') banAddress(world, address, by);
  emitPunishment(game, issuer, { action: 'ban', userId, ip: address, reason: by.Reason });
  const fromAddress = address === '' ? [] : sessionsFrom(world, address);
  const kicked = disconnect(game, [...sessionsOfUser(world, userId), ...fromAddress], by.Reason);
  emitChatAnnouncement(game, `${nameOf(world, userId)} was banned: ${by.Reason}`);
  return { Success: true, UserId: userId, IP: address !== '', BannedIP: address, Kicked: kicked.length };
};

/** Lifts the active ban of a user. The entry stays as a record of ban and unban. */
export const unbanPlayer: Command<'unbanPlayer'> = (game, { params, body, issuer }) => {
  const userId = params.user_id;
  const by = restIssuer(game, issuer, body?.Reason, 'Unbanned by an administrator');
  if (isTooLongForId(userId) || !unbanUser(game.world, userId, by)) {
    throw new Refusal('BAN_NOT_FOUND', `no active ban stands against ${userId}`);
  }
  emitPunishment(game, issuer, { action: 'unban', userId, ip: '', reason: by.Reason });
  return { Success: true, UserId: userId };
};

/** A UserId is taken as it is, known or not; a PlayerUID resolves to its current or last UserId. */
function parseUserId(world: World, identifier: string): UserId {
  if (isUserId(identifier)) return identifier;
  const uid = parseGuid(identifier);
  if (uid === undefined) {
    throw new Refusal('REQUEST_FAILED', `${identifier} is neither a UserId nor a PlayerUID`);
  }
  const { userId } = playerOf(world, uid);
  if (userId === '') throw new Refusal('REQUEST_FAILED', `no UserId is known for the player ${uid}`);
  return userId;
}

/** The address a user is online from. */
function addressOf(world: World, userId: UserId): string {
  for (const { ip } of sessionsOfUser(world, userId)) {
    const address = canonicalAddress(ip);
    if (address !== undefined) return address;
  }
  throw new Refusal('IP_UNAVAILABLE', `no address of ${userId} is known`);
}

function nameOf(world: World, userId: UserId): string {
  return world.pick(world.accounts, world.accountsByUserId.keys(userId))[0]?.name || userId;
}
