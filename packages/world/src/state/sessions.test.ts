import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSimulation } from '../simulation/simulation.ts';
import { emittedEvents } from '../testing/run-command.ts';
import { aGameContext, aPlayer } from '../testing/world-builder.ts';
import { logIn, logOut } from './sessions.ts';

test('log-in and log-out emit events, log-out with its reason', () => {
  const zoe = aPlayer({ name: 'Zoe', userId: 'steam_1', online: false });
  const { world, ...game } = aGameContext({ players: [zoe] });
  const player = { uid: zoe.uid, userId: 'steam_1', name: 'Zoe' };
  logIn({ world, ...game }, zoe.uid, { ip: '192.0.2.1' });
  logIn({ world, ...game }, zoe.uid, { ip: '192.0.2.1' }); // online already: nothing new
  assert.deepEqual(emittedEvents(world, 'player.joined'), [{ player }]);
  logOut({ world, ...game }, zoe.uid);
  assert.deepEqual(emittedEvents(world, 'player.left'), [{ player, reason: 'logged out' }]);
});

test('in a simulated world, the events of joining and leaving add up to the players online', () => {
  const players = Array.from({ length: 5 }, (_, at) => aPlayer({ userId: `steam_${at}`, online: false }));
  const game = aGameContext({ players });
  const simulation = startSimulation(game, { onlineShare: 0.5 });
  for (let minute = 0; minute < 240; minute++) {
    simulation.step(60);
    const [joined, left] = [
      emittedEvents(game.world, 'player.joined'),
      emittedEvents(game.world, 'player.left'),
    ];
    assert.equal(game.world.sessions.size, joined.length - left.length);
  }
  assert.ok(emittedEvents(game.world, 'player.left').length > 0);
});
