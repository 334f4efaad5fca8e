import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulateLogIn } from '../../simulation/simulation.ts';
import { emittedEvents, run } from '../../testing/run-command.ts';
import { aGameContext, aPlayer } from '../../testing/world-builder.ts';
import { kickPlayer } from './kick.ts';

type Game = ReturnType<typeof aGameContext>;

function kick(game: Game, player_identifier: string, Reason?: string) {
  return run(game, 'kickPlayer', kickPlayer, {
    params: { player_identifier },
    ...(Reason && { body: { Reason } }),
  });
}

test('a kicked player is offline, was online just now, and may come back', () => {
  const zoe = aPlayer({ name: 'Zoe', userId: 'steam_1' });
  const game = { ...aGameContext({ players: [zoe] }), now: () => 5_000 };
  assert.deepEqual(kick(game, 'steam_1', 'afk'), { Success: true, UserId: 'steam_1' });
  assert.equal(game.world.sessions.size, 0);
  assert.equal(game.world.accounts.get(zoe.uid)?.lastOnlineAtMs, 5_000);
  assert.deepEqual([game.world.userBans.size, game.world.ipBans.size], [0, 0]);
  assert.deepEqual(emittedEvents(game.world, 'punishment'), [
    { action: 'kick', userId: 'steam_1', ip: '', reason: 'afk', issuer: 'Panel' },
  ]);
  const player = { uid: zoe.uid, userId: 'steam_1', name: 'Zoe' };
  assert.deepEqual(emittedEvents(game.world, 'player.left'), [{ player, reason: 'afk' }]);

  assert.equal(simulateLogIn(game, zoe.uid).uid, zoe.uid);
  assert.deepEqual(emittedEvents(game.world, 'player.joined'), [{ player }]);
});

test('somebody without a UserId, a loaded character or even an account is kicked by PlayerUID', () => {
  const players = [
    aPlayer({ userId: '' }),
    aPlayer({ characterLoaded: false }),
    aPlayer({ account: false, userId: 'steam_3' }),
  ];
  const game = aGameContext({ players });
  for (const { uid, userId } of players) assert.equal(kick(game, uid.toLowerCase()).UserId, userId);
  assert.equal(game.world.sessions.size, 0);
});

test('a kick is announced in the chat where the rules say so', () => {
  const game = aGameContext(
    { players: [aPlayer({ name: 'Zoe', userId: 'steam_1' })] },
    { announcePunishments: true },
  );
  kick(game, 'steam_1', 'afk');
  assert.deepEqual(emittedEvents(game.world, 'message'), [
    { sendType: 'Broadcast', sender: 'Server', text: 'Zoe was kicked: afk', recipients: null },
  ]);
});
