import { Refusal } from '@palatine/contract';
import { canonicalAddress, isUnspecifiedAddress, parseAddressRange } from '../../state/address.ts';
import { banAddress, unbanAddress } from '../../state/ban-entries.ts';
import { assertPlayerManager } from '../../state/find-player.ts';
import { addressBan } from '../../state/may-join.ts';
import type { Command } from '../command.ts';
import { disconnect, sessionsFrom } from './disconnect.ts';
import { emitChatAnnouncement, emitPunishment } from './emit-punishment.ts';
import { restIssuer } from './issuer.ts';

/** Bans an address and disconnects everyone online from it. The UserId of the body only goes on record. */
export const banIP: Command<'banIP'> = (game, { params, body, issuer }) => {
  const address = hasZone(params.ip) ? undefined : canonicalAddress(params.ip);
  if (address === undefined) {
    throw new Refusal('VALIDATION_FAILED', `${params.ip} is no IPv4 or IPv6 address`);
  }
  if (isUnspecifiedAddress(address)) {
    throw new Refusal('VALIDATION_FAILED', `${address} is the address of nobody; ban the one of a player`);
  }
  assertPlayerManager(game);
  const userId = body?.UserId ?? '';
  const ofUser = userId === '' ? '' : `, as the address of ${userId}`;
  const by = restIssuer(game, issuer, body?.Reason, `Banned by an administrator${ofUser}`);

  banAddress(game.world, address, by);
  emitPunishment(game, issuer, { action: 'banip', userId, ip: address, reason: by.Reason });
  const kicked = disconnect(game, sessionsFrom(game.world, address), by.Reason);
  for (const name of kicked) emitChatAnnouncement(game, `${name} was banned: ${by.Reason}`);
  return { Success: true, IP: address, ...(userId !== '' && { UserId: userId }), Kicked: kicked.length };
};

/** Lifts the active ban of an address, or of a masked range that Banlist.json holds, in any spelling. */
export const unbanIP: Command<'unbanIP'> = (game, { params, body, issuer }) => {
  const address = hasZone(params.ip) ? undefined : parseAddressRange(params.ip)?.text;
  const by = restIssuer(game, issuer, body?.Reason, 'Unbanned by an administrator');
  if (address === undefined || !unbanAddress(game.world, address, by)) {
    const range = addressBan(game.world, address ?? '')?.IP;
    const hint = range === undefined ? '' : `; the ban of ${range} covers it`;
    throw new Refusal('BAN_NOT_FOUND', `no active ban stands against ${params.ip}${hint}`);
  }
  emitPunishment(game, issuer, { action: 'unbanip', userId: '', ip: address, reason: by.Reason });
  return { Success: true, IP: address };
};

/** As in `fe80::1%eth0`, which is valid on its own machine only. */
function hasZone(address: string): boolean {
  return address.includes('%');
}
