import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteBody, sendPlayerMessage as route } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import { assertRefused, emittedEvents, PANEL, run } from '../testing/run-command.ts';
import { aGameContext, aPlayer } from '../testing/world-builder.ts';
import { sendPlayerMessage } from './messages.ts';

function send(
  game: GameContext,
  overrides: Partial<RouteBody<typeof route>>,
  permissions: readonly string[] = ['*'],
) {
  const body = { SendType: 'PlayerChat' as const, Message: 'Hello', ...overrides };
  return run(game, 'sendPlayerMessage', sendPlayerMessage, { body, issuer: { ...PANEL, permissions } });
}

const zoe = aPlayer({ name: 'Zoe', userId: 'steam_1' });
const lily = aPlayer({ name: 'Lily', userId: 'gdk_2', characterLoaded: false });
const nameless = aPlayer({ userId: '' });
const offline = aPlayer({ userId: 'steam_4', online: false });

function aTown(rules: Parameters<typeof aGameContext>[1] = {}): GameContext {
  return aGameContext({ players: [zoe, lily, nameless, offline] }, rules);
}

test('a player without a UserId is addressed by PlayerUID, also in the event', () => {
  const game = aTown();
  send(game, { UserID: nameless.uid });
  assert.deepEqual(emittedEvents(game.world, 'message')[0]?.recipients, [nameless.uid]);
});

test('the same player under two names is refused as a duplicate', () => {
  const game = aTown();
  const UserIDs = ['gdk_2', 'steam_1', zoe.uid];
  const refusal = assertRefused(game, 'VALIDATION_FAILED', () => send(game, { UserIDs }));
  assert.deepEqual(refusal.details.Problems, [
    { Path: '/UserIDs/2', Message: 'names the same player as UserIDs[1]' },
  ]);
});
