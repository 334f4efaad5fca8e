import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gameServerClient } from '@palatine/server/link/game-server-client.ts';
import { GameServerLink } from '@palatine/server/link/link.ts';
import type { LinkStatus } from '@palatine/server/link/link-status.ts';
import type { Roster } from '@palatine/world';
import { type GameServerOptions, startGameServer } from '../game-server/start-game-server.ts';
import type { Variants } from '../game-server/variants.ts';
import { madePlayers } from '../game-server/world/made-players.ts';
import { TestClock } from '../harness/test-clock.ts';
import { until } from '../harness/until.ts';

/** The clock of the link runs faster than that of the stand-in, so its uptime is left out where it does not matter. */
const QUIET: Partial<Variants> = { autosaveMs: 0, loadingMs: 0, metricsWithout: ['uptime'] };
const [ZOE, FURY] = madePlayers();
assert.ok(ZOE && FURY);

/** A stand-in, and a link to it whose clock a test moves. */
async function linked(options: GameServerOptions = {}, password?: string) {
  const game = await startGameServer({ ...options, variants: { ...QUIET, ...options.variants } });
  const clock = new TestClock();
  const client = gameServerClient({ url: game.url, password: () => password ?? game.password, clock });
  const rosters: Roster[] = [];
  const statuses: LinkStatus[] = [];
  let calls = 0;
  const counted = <T>(call: () => Promise<T>) => {
    return async () => {
      calls += 1;
      return await call().finally(() => {
        calls -= 1;
      });
    };
  };
  const link = new GameServerLink({
    client: {
      info: counted(client.info),
      players: counted(client.players),
      metrics: counted(client.metrics),
      settings: counted(client.settings),
    },
    clock,
    random: () => 0,
    expectedWorldGuid: game.worldGuid,
    onRoster: (roster) => rosters.push(roster),
    onStatus: (status) => statuses.push(status),
  });
  link.start();
  /** Lets time pass for the link; a call ends before more does, unless the server hangs. */
  const pass = async (seconds: number, { hangs = false } = {}) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1000);
      await wait(1);
      if (!hangs) await until('no call is under way', () => calls === 0);
    }
  };
  const states = () => {
    const all = statuses.map(({ state }) => state);
    return all.filter((state, index) => state !== all[index - 1]);
  };
  const online = () => link.status.roster.players.map(({ userId }) => userId).toSorted();
  return {
    game,
    link,
    clock,
    rosters,
    pass,
    states,
    online,
    async [Symbol.asyncDispose]() {
      link.stop();
      client.close();
      await game[Symbol.asyncDispose]();
    },
  };
}

test('who joins is on the roster while loading, gets a PlayerUID, and is gone two polls after leaving', async () => {
  await using it = await linked({ variants: { loadingMs: 300 } });
  await it.pass(3);
  assert.equal(it.link.status.state, 'Online');
  await it.game.control('join', { userId: ZOE.userId });
  await it.pass(16);
  assert.deepEqual(it.online(), [ZOE.userId]);
  await until('Zoë has loaded', async () =>
    (await it.game.control('audit')).sessions.every(({ loading }) => !loading),
  );
  await it.pass(6);
  const [zoe] = it.link.status.roster.players;
  assert.equal(zoe?.uid?.replaceAll('-', ''), ZOE.playerId);
  await it.game.control('leave', { userId: ZOE.userId });
  await it.pass(6);
  assert.deepEqual(it.online(), [ZOE.userId]);
  await it.pass(6);
  assert.deepEqual(it.online(), []);
});

for (const fault of ['truncated', 'htmlOk', 'empty', 'reset', 'status500', 'wrongShape', 'html'] as const) {
  test(`one response with the fault "${fault}" changes nobody's status`, async () => {
    await using it = await linked();
    await it.game.control('join', { userId: ZOE.userId });
    await it.pass(20);
    for (const endpoint of ['players', 'metrics', 'info'] as const) {
      await it.game.control('answerFault', { fault, endpoint, times: 1 });
      await it.pass(20);
    }
    assert.deepEqual(it.online(), [ZOE.userId]);
    assert.ok(it.rosters.slice(2).every(({ players }) => players.length === 1));
    const known = it.states().filter((state) => state !== 'Unknown');
    assert.deepEqual(known, ['Online']);
  });
}

test('a paused server is paused, and online again when it is resumed', async () => {
  await using it = await linked();
  await it.pass(20);
  await it.game.control('pause', {});
  await it.pass(60, { hangs: true });
  assert.equal(it.link.status.state, 'Paused');
  await it.game.control('resume');
  await until('it answers', async () => {
    await it.pass(5, { hangs: true });
    return it.link.status.state === 'Online';
  });
  assert.ok(!it.states().includes('Offline'));
});

test('a server that crashes is offline with everybody, and comes back when it is started', async () => {
  await using it = await linked({ supervised: { restartMs: null } });
  await it.game.control('join', { userId: ZOE.userId });
  await it.pass(20);
  await it.game.control('kill');
  await it.pass(40);
  assert.deepEqual([it.link.status.state, it.online()], ['Offline', []]);
  assert.deepEqual(it.rosters.at(-1)?.players, []);
  it.link.expectStart();
  assert.equal(it.link.status.state, 'Starting');
  await it.game.control('start');
  await it.pass(10);
  assert.equal(it.link.status.state, 'Online');
});

test('a server that shows another world is not used', async () => {
  await using it = await linked();
  await it.game.control('join', { userId: ZOE.userId });
  await it.pass(20);
  const { length } = it.rosters;
  await it.game.control('variants', { worldGuid: '2B1A0CC1A1614048B76A4CE931342C8F' });
  await it.game.control('join', { userId: FURY.userId });
  it.link.processState('running');
  await it.pass(90);
  assert.equal(it.link.status.reason, 'another world');
  assert.ok(
    it.rosters.slice(length).every(({ players }) => players.every(({ userId }) => userId === ZOE.userId)),
  );
  assert.equal(it.link.status.roster.state, 'Unknown');
});

test('a server whose uptime stands still is frozen', async () => {
  await using it = await linked({ variants: { metricsWithout: [], uptimeStands: true } });
  await it.pass(60);
  assert.equal(it.link.status.reason, 'frozen');
  await it.game.control('variants', { fps: 0, metricsWithout: ['uptime'] });
  await it.pass(60);
  assert.equal(it.link.status.reason, 'frozen');
  await it.game.control('variants', { fps: 60 });
  await it.pass(20);
  assert.equal(it.link.status.state, 'Online');
});

test('a server that rejects the password is asked once in 30 s', async () => {
  await using it = await linked({}, 'another');
  await it.pass(5);
  await it.game.control('forgetRequests');
  await it.pass(300);
  assert.equal(it.link.status.reason, 'password rejected');
  const requests = await it.game.control('requests');
  assert.ok(requests.length <= 10, `${requests.length} requests`);
});
