import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteBody, sendPlayerMessage } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import { assertRefused, emittedEvents, run } from '../testing/run-command.ts';
import { aGameContext, aPlayer } from '../testing/world-builder.ts';

const zoe = aPlayer({ name: 'Zoe', userId: 'steam_1' });
const lily = aPlayer({ name: 'Lily', userId: 'gdk_2', characterLoaded: false });
const nameless = aPlayer({ userId: '' });
const aTown = () => aGameContext({ players: [zoe, lily, nameless] });

function send(game: GameContext, recipients: Partial<RouteBody<typeof sendPlayerMessage>>) {
  const body = { SendType: 'PlayerChat' as const, Message: 'Hello', ...recipients };
  return run(game, 'sendPlayerMessage', { body });
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
