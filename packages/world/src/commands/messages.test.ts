import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type RouteBody,
  type sendPlayerMessage as route,
  SEND_PERMISSIONS,
  SEND_TYPES,
} from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import { assertRefused, emittedEvents, PANEL, run } from '../testing/run-command.ts';
import { aGameContext, aGuid, aPlayer } from '../testing/world-builder.ts';
import { alert, broadcast, sendPlayerMessage } from './messages.ts';

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

for (const SendType of SEND_TYPES) {
  test(`${SendType} reaches the players named and needs ${SEND_PERMISSIONS[SendType]}`, () => {
    const game = aTown();
    const UserIDs = ['steam_1', lily.uid.toLowerCase()];
    assert.deepEqual(send(game, { SendType, UserIDs, Sender: 'Bot' }, [SEND_PERMISSIONS[SendType]]), {
      Success: true,
      SentCount: 2,
    });
    assert.deepEqual(emittedEvents(game.world, 'message'), [
      { sendType: SendType, sender: 'Bot', text: 'Hello', recipients: ['steam_1', 'gdk_2'] },
    ]);

    const others = Object.values(SEND_PERMISSIONS).filter((each) => each !== SEND_PERMISSIONS[SendType]);
    const refusal = assertRefused(game, 'MISSING_PERMISSION', () =>
      send(game, { SendType, UserID: 'steam_nobody' }, others),
    );
    assert.ok(refusal.message.includes(SEND_PERMISSIONS[SendType]));
  });
}

test('a player without a UserId is addressed by PlayerUID, also in the event', () => {
  const game = aTown();
  send(game, { UserID: nameless.uid });
  assert.deepEqual(emittedEvents(game.world, 'message')[0]?.recipients, [nameless.uid]);
});

test('both UserID and UserIDs, or neither, is refused, with any permissions', () => {
  const game = aTown();
  const both = { UserID: 'steam_1', UserIDs: ['gdk_2'] };
  const one = assertRefused(game, 'VALIDATION_FAILED', () => send(game, both, []));
  assert.deepEqual(one.details.Problems?.[0]?.Path, '/UserIDs');
  const none = assertRefused(game, 'VALIDATION_FAILED', () => send(game, {}, []));
  assert.deepEqual(none.details.Problems?.[0]?.Path, '/UserID');
});

test('when one of them is not online nothing is sent to anyone', () => {
  for (const playerResolution of ['Online', 'Known'] as const) {
    const game = aTown({ playerResolution });
    for (const absent of ['steam_4', offline.uid, aGuid(), 'Zoe', 'STEAM_1', '__proto__']) {
      const UserIDs = ['steam_1', absent];
      const refusal = assertRefused(game, 'PLAYER_NOT_FOUND', () => send(game, { UserIDs }));
      const paths = refusal.details.Problems?.map(({ Path }) => Path);
      assert.deepEqual(paths, ['/UserIDs/1']);
    }
  }
});

test('the same player under two names is refused as a duplicate', () => {
  const game = aTown();
  const UserIDs = ['gdk_2', 'steam_1', zoe.uid];
  const refusal = assertRefused(game, 'VALIDATION_FAILED', () => send(game, { UserIDs }));
  assert.deepEqual(refusal.details.Problems, [
    { Path: '/UserIDs/2', Message: 'names the same player as UserIDs[1]' },
  ]);
});

test('a failing broadcast is REQUEST_FAILED, a failing alert has its own code', () => {
  const game = aTown();
  game.faults.failNext('message');
  game.faults.failNext('alert');
  const body = { Message: 'Hello' };
  assertRefused(game, 'REQUEST_FAILED', () => run(game, 'broadcast', broadcast, { body }));
  assertRefused(game, 'BROADCAST_ALERT_FAILED', () => run(game, 'alert', alert, { body }));
  assert.equal(run(game, 'alert', alert, { body }).Success, true);
});

test('without a player manager nothing is sent', () => {
  const game = aTown();
  game.faults.playerManagerUnavailable = true;
  const body = { Message: 'Hello' };
  assertRefused(game, 'REQUEST_FAILED', () => send(game, { UserID: 'steam_1' }));
  assertRefused(game, 'REQUEST_FAILED', () => run(game, 'broadcast', broadcast, { body }));
  assertRefused(game, 'REQUEST_FAILED', () => run(game, 'alert', alert, { body }));
});
