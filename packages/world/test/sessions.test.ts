import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSimulation } from '../src/simulation/simulation.ts';
import type { Account, Session } from '../src/state/model.ts';
import { ADDRESSES, afterSession, FORMER_NAMES, logIn, logOut, renamed } from '../src/state/sessions.ts';
import { emittedEvents } from '../src/testing/run-command.ts';
import { aGameContext, aPlayer } from '../src/testing/world-builder.ts';

test('log-in and log-out emit events, log-out with its reason', () => {
  const zoe = aPlayer({ name: 'Zoe', userId: 'steam_1', online: false });
  const { world, ...game } = aGameContext({ players: [zoe] });
  const player = { uid: zoe.uid, userId: 'steam_1', name: 'Zoe' };
  logIn({ world, ...game }, zoe.uid, '192.0.2.1');
  logIn({ world, ...game }, zoe.uid, '192.0.2.1'); // online already: nothing new
  assert.deepEqual(emittedEvents(world, 'player.joined'), [{ player }]);
  logOut({ world, ...game }, zoe.uid);
  assert.deepEqual(emittedEvents(world, 'player.left'), [
    { player, reason: 'logged out', code: 'left.loggedOut' },
  ]);
});

test('in a simulated world, the events of joining and leaving add up to the players online', () => {
  const players = Array.from({ length: 5 }, (_, at) => aPlayer({ userId: `steam_${at}`, online: false }));
  const game = aGameContext({ players });
  const simulation = startSimulation(game);
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

const zoe: Account = { uid: 'A', name: 'Zoe', userId: 'steam_1', platform: 'Steam', lastOnlineAtMs: null };
const session: Session = {
  uid: 'A',
  userId: 'steam_1',
  ip: '203.0.113.1',
  connectedAtMs: 1000,
  characterLoaded: true,
};

test('a replaced name becomes a former one, the newest first, and each once', () => {
  const ana = renamed(zoe, 'Ana', 5);
  assert.deepEqual([ana.name, ana.formerNames], ['Ana', [{ name: 'Zoe', untilMs: 5 }]]);
  const bo = renamed(ana, 'Bo', 6);
  const back = renamed(bo, 'Zoe', 7);
  assert.deepEqual(back.formerNames, [
    { name: 'Bo', untilMs: 7 },
    { name: 'Ana', untilMs: 6 },
  ]);
});

test('no name, the same name and a first name replace nothing', () => {
  assert.equal(renamed(zoe, '', 5), zoe);
  assert.equal(renamed(zoe, 'Zoe', 5), zoe);
  assert.deepEqual(renamed({ ...zoe, name: '' }, 'Zoe', 5), zoe);
});

test('a session that ends adds its time and its address, once each', () => {
  const first = afterSession(zoe, session, 4000);
  assert.deepEqual(
    [first.lastOnlineAtMs, first.playedMs, first.addresses],
    [4000, 3000, [{ ip: '203.0.113.1', lastSeenAtMs: 4000 }]],
  );
  const second = afterSession(first, { ...session, ip: '203.0.113.2', connectedAtMs: 5000 }, 6000);
  const third = afterSession(second, { ...session, connectedAtMs: 7000 }, 6500); // a clock that was set back
  assert.equal(third.playedMs, 4000);
  assert.deepEqual(third.addresses, [
    { ip: '203.0.113.1', lastSeenAtMs: 6500 },
    { ip: '203.0.113.2', lastSeenAtMs: 6000 },
  ]);
  assert.equal(afterSession(zoe, { ...session, ip: '' }, 4000).addresses, undefined);
});

test('names and addresses are bounded, and the oldest go', () => {
  let account = zoe;
  for (let count = 0; count < 2 * ADDRESSES; count++) {
    account = renamed(account, `Name ${count}`, count);
    account = afterSession(account, { ...session, ip: `192.0.2.${count}` }, count);
  }
  assert.equal(account.formerNames?.length, FORMER_NAMES);
  assert.equal(account.addresses?.length, ADDRESSES);
  assert.equal(account.addresses[0]?.ip, `192.0.2.${2 * ADDRESSES - 1}`);
});
