import {
  fieldName,
  holds,
  type Problem,
  problemsRefusal,
  Refusal,
  SEND_PERMISSIONS,
} from '@palatine/contract';
import {
  assertPlayerManager,
  type FoundPlayer,
  findPlayer,
  playerNotFoundMessage,
} from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Command } from './command.ts';

export const SERVER_SENDER = 'Server';

/** Messages the named players only; SendType is where they see it: chat, its channels or the log. */
export const sendPlayerMessage: Command<'sendPlayerMessage'> = (game, { body, issuer }) => {
  if (body === undefined) throw new Refusal('EMPTY_BODY');
  const requested = playersNamed(body);
  const permission = SEND_PERMISSIONS[body.SendType];
  if (!holds(issuer.permissions, permission)) {
    throw new Refusal('MISSING_PERMISSION', `the token lacks ${permission}`);
  }
  assertPlayerManager(game);
  const recipients = recipientsOf(game, requested);

  game.world.emit('message', game.now(), {
    sendType: body.SendType,
    sender: body.Sender || SERVER_SENDER,
    text: body.Message,
    recipients: recipients.map(({ userId, uid }) => userId || uid),
  });
  return { Success: true, SentCount: recipients.length };
};

export const broadcast: Command<'broadcast'> = (game, { body }) => {
  if (body === undefined) throw new Refusal('VALIDATION_FAILED');
  assertPlayerManager(game);
  emitToEveryone(game, 'Broadcast', body.Message, body.Sender);
  return { Success: true };
};

export const alert: Command<'alert'> = (game, { body }) => {
  if (body === undefined) throw new Refusal('VALIDATION_FAILED');
  assertPlayerManager(game);
  emitToEveryone(game, 'Alert', body.Message);
  return { Success: true };
};

function emitToEveryone(game: GameContext, sendType: 'Broadcast' | 'Alert', text: string, sender = '') {
  game.world.emit('message', game.now(), {
    sendType,
    sender: sender || SERVER_SENDER,
    text,
    recipients: null,
  });
}

interface RequestedPlayer {
  readonly identifier: string;
  readonly path: string;
}

function playersNamed(body: { UserID?: string; UserIDs?: string[] }): RequestedPlayer[] {
  const { UserID: identifier, UserIDs: identifiers } = body;
  if (identifier !== undefined && identifiers !== undefined) {
    throw problemsRefusal('VALIDATION_FAILED', [
      { Path: '/UserIDs', Message: 'must not stand beside UserID' },
    ]);
  }
  if (identifier !== undefined) return [{ identifier, path: '/UserID' }];
  if (identifiers === undefined) {
    throw problemsRefusal('VALIDATION_FAILED', [
      { Path: '/UserID', Message: 'is missing, and so is UserIDs' },
    ]);
  }
  return identifiers.map((text, index) => ({ identifier: text, path: `/UserIDs/${index}` }));
}

/** The named players, each once. Refuses unless all are online. */
function recipientsOf(game: GameContext, requested: readonly RequestedPlayer[]): FoundPlayer[] {
  const recipients = new Map<string, { path: string; player: FoundPlayer }>();
  const absent: Problem[] = [];
  const repeated: Problem[] = [];
  for (const { identifier, path } of requested) {
    const target = findPlayer(game, identifier);
    if (target?.session === undefined) {
      absent.push({ Path: path, Message: playerNotFoundMessage(game, identifier, { onlineOnly: true }) });
      continue;
    }
    const before = recipients.get(target.uid);
    if (before) repeated.push({ Path: path, Message: `names the same player as ${fieldName(before.path)}` });
    recipients.set(target.uid, before ?? { path, player: target });
  }
  if (absent.length > 0) throw problemsRefusal('PLAYER_NOT_FOUND', absent);
  if (repeated.length > 0) throw problemsRefusal('VALIDATION_FAILED', repeated);
  return [...recipients.values()].map(({ player: found }) => found);
}
