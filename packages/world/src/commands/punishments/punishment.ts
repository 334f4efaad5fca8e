import { type EventData, type Issuer, type SentenceCode, sentence, type UserId } from '@palatine/contract';
import { canonicalAddress } from '@palatine/platform/address';
import { timestampAt } from '../../state/bans.ts';
import {
  assertPlayerManager,
  findKnownPlayer,
  findPlayer,
  playerNotFound,
  playerOf,
} from '../../state/find-player.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Session } from '../../state/model.ts';
import { type GivenReason, logOut } from '../../state/sessions.ts';
import type { World } from '../../state/world.ts';
import type { Command, CommandIssuer } from '../command.ts';
import { SERVER_SENDER } from '../messages.ts';

/** Disconnects an online player, loaded or not, without a ban: they may return at once. */
export const kickPlayer: Command<'kickPlayer'> = (game, { params, body, issuer }) => {
  const identifier = params.player_identifier;
  assertPlayerManager(game);
  const player = findPlayer(game, identifier);
  if (player?.session === undefined) {
    throw playerNotFound('PLAYER_NOT_FOUND', game, identifier, { onlineOnly: true });
  }
  const { userId, session } = player;
  const reason = givenReason(body?.Reason, 'punished.kick');

  emitPunishment(game, issuer, { action: 'kick', userId, ip: '', ...reason });
  const [name] = disconnect(game, [session], reason);
  emitChatAnnouncement(game, `${name} was kicked: ${reason.reason}`);
  return { Success: true, UserId: userId };
};

type Punishment = Omit<EventData<'punishment'>, 'issuer'>;

/** Emits a punishment with the name of its player, where the world knows one. */
export function emitPunishment(
  game: Pick<GameContext, 'world' | 'now'>,
  issuer: Pick<CommandIssuer, 'name'>,
  punishment: Punishment,
): void {
  const { userId, uid = '' } = punishment;
  const name = findKnownPlayer(game, userId || uid)?.name ?? '';
  game.world.emit('punishment', game.now(), { ...punishment, ...(name && { name }), issuer: issuer.name });
}

/** Announces a ban or kick in the chat when `announcePunishments` is set. Never names an address. */
export function emitChatAnnouncement({ world, now, rules }: GameContext, text: string): void {
  if (!rules.announcePunishments) return;
  world.emit('message', now(), { sendType: 'Broadcast', sender: SERVER_SENDER, text, recipients: null });
}

/** The reason of a request. A blank one takes the sentence, and then has its code. */
export function givenReason(
  reason: string | undefined,
  otherwise: SentenceCode & `punished.${string}`,
): GivenReason {
  return reason?.trim() ? { reason } : { reason: sentence(otherwise).Message, code: otherwise };
}

export function restIssuer(
  { now }: Pick<GameContext, 'now'>,
  { name, ip }: CommandIssuer,
  { reason }: GivenReason,
): Issuer {
  return { Type: 'rest', NameValue: name, IP: ip, Reason: reason, Timestamp: timestampAt(now()) };
}

/** The sessions of a UserId. A session without a UserId takes its account's. */
export function sessionsOfUser(world: World, userId: UserId): Session[] {
  const certain = world.pick(world.sessions, world.sessionsByUserId.keys(userId));
  const likely = world
    .pick(world.sessions, world.accountsByUserId.keys(userId))
    .filter((session) => session.userId === '');
  return [...certain, ...likely];
}

/** The sessions from an address, in any spelling. */
export function sessionsFrom({ sessions }: World, address: string): Session[] {
  return [...sessions.values()].filter(({ ip }) => ip === address || canonicalAddress(ip) === address);
}

/** Ends sessions, each once; beside a running game server, when it no longer lists them. Returns the players' names. */
export function disconnect(game: GameContext, sessions: readonly Session[], reason: GivenReason): string[] {
  const uids = new Set(sessions.map((session) => session.uid));
  return [...uids].map((uid) => {
    const { name, userId } = playerOf(game.world, uid);
    const session = game.world.sessions.get(uid);
    if (game.attached !== true) logOut(game, uid, reason);
    else if (session !== undefined) {
      game.world.sessions.put({ ...session, leaving: { ...reason, atMs: game.now() } });
    }
    return name || userId || uid;
  });
}
