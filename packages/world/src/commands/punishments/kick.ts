import { assertPlayerManager, findPlayer, playerNotFound } from '../../state/find-player.ts';
import type { Command } from '../command.ts';
import { disconnect, emitChatAnnouncement, emitPunishment, restIssuer } from './punishment.ts';

/** Disconnects an online player, loaded or not, without a ban: they may return at once. */
export const kickPlayer: Command<'kickPlayer'> = (game, { params, body, issuer }) => {
  const identifier = params.player_identifier;
  assertPlayerManager(game);
  const player = findPlayer(game, identifier);
  if (player?.session === undefined) {
    throw playerNotFound('PLAYER_NOT_FOUND', game, identifier, { onlineOnly: true });
  }
  const { userId, session } = player;
  const { Reason } = restIssuer(game, issuer, body?.Reason, 'Kicked by an administrator');

  emitPunishment(game, issuer, { action: 'kick', userId, ip: '', reason: Reason });
  const [name] = disconnect(game, [session], Reason);
  emitChatAnnouncement(game, `${name} was kicked: ${Reason}`);
  return { Success: true, UserId: userId };
};
