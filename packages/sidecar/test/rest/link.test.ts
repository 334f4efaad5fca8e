import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPlayer, linkTo, SimulatedServer, WORLD } from './simulated-server.ts';

const zoe = aPlayer('Zoe');

/** A link that was just started, to a server with these players on it. */
function started(players: SimulatedServer['players'] = []) {
  const server = new SimulatedServer();
  server.players = players;
  const linked = linkTo(server);
  linked.link.start();
  return { server, ...linked };
}

test('a server that responds is online after one /info, and everything is polled once at first', async () => {
  const { server, link, pass, rosters } = started([zoe]);
  await pass(3000);
  const { state, reason, info, metrics, settings, roster } = link.status;
  assert.deepEqual([state, reason], ['Online', 'state.answers']);
  assert.equal(info?.name, 'Isle');
  assert.equal(metrics?.Players, 1);
  assert.equal(settings?.autoSaveSpan, 30);
  assert.deepEqual(roster, { state: 'Live', players: [zoe], atMs: rosters[0]?.atMs });
  const asked = server.calls.map(({ endpoint }) => endpoint);
  assert.deepEqual(asked.toSorted(), ['info', 'metrics', 'players', 'settings']);
});

test('players are polled every 5 s, every 15 s while nobody is online, metrics every 10 s, /info every 60 s', async () => {
  const { server, pass } = started([zoe]);
  await pass(120_000);
  const gaps = (endpoint: string) =>
    server.callsOf(endpoint).map((atMs, index, all) => atMs - (all[index - 1] ?? atMs));
  assert.equal(Math.min(...gaps('players').slice(1)), 5000);
  assert.ok(Math.max(...gaps('players')) <= 6000);
  assert.equal(server.callsOf('info').length, 2);
  assert.ok(server.callsOf('metrics').length >= 11);
  assert.equal(server.callsOf('settings').length, 1);
  server.players = [];
  await pass(60_000);
  server.calls.length = 0;
  await pass(60_000);
  assert.equal(server.callsOf('players').length, 4);
});

test('a server without a listener is offline after three failures and 20 s, and so is everybody', async () => {
  const { server, link, pass, states, rosters } = started([zoe]);
  await pass(10_000);
  server.failure = 'refused';
  await pass(19_000);
  assert.notEqual(link.status.state, 'Offline');
  assert.deepEqual(link.status.roster.players, [zoe]);
  assert.equal(link.status.roster.state, 'Stale');
  await pass(12_000);
  assert.deepEqual([link.status.state, link.status.reason], ['Offline', 'state.closed']);
  assert.deepEqual(rosters.at(-1)?.players, []);
  assert.deepEqual(link.status.roster.players, []);
  server.calls.length = 0;
  await pass(600_000);
  assert.ok(server.calls.length <= 13, `${server.calls.length} calls`);
  server.failure = undefined;
  await pass(60_000);
  assert.equal(link.status.state, 'Online');
  assert.equal(states().filter((state) => state.startsWith('Offline')).length, 1);
});

test('a password that is changed while the server runs is not tried on every endpoint', async () => {
  const { server, pass } = started([zoe]);
  await pass(40_000);
  server.failure = 'unauthorized';
  server.calls.length = 0;
  await pass(200_000);
  const [first, second, ...others] = server.calls;
  assert.ok(first && second && second.atMs - first.atMs >= 30_000);
  assert.deepEqual(new Set([second, ...others].map(({ endpoint }) => endpoint)), new Set(['info']));
});

test('a call from before an update is ignored', async () => {
  const { server, link, pass, states, rosters } = started([zoe]);
  await pass(10_000);
  server.failure = 'timeout';
  const { length } = server.calls;
  while (server.calls.length === length) await pass(500);
  link.processState('Stopped');
  server.failure = undefined;
  await pass(20_000);
  assert.deepEqual(states(), ['Online: state.answers']);
  assert.ok(rosters.every(({ players }) => players.length === 1));
});

test('an empty server that takes calls without a response is paused, not offline, and polled once a minute', async () => {
  const { server, link, pass, states } = started();
  await pass(20_000);
  server.failure = 'timeout';
  await pass(120_000);
  assert.equal(link.status.state, 'Paused');
  server.calls.length = 0;
  await pass(600_000);
  assert.ok(server.calls.length <= 10, `${server.calls.length} calls`);
  assert.deepEqual(link.status.roster.players, []);
  assert.equal(link.status.roster.state, 'Live');
  server.failure = undefined;
  await pass(70_000);
  assert.deepEqual(states(), ['Online: state.answers', 'Paused: state.paused', 'Online: state.answers']);
});

test('the expected world may be in lower case, and without one the first that responds is accepted', async () => {
  for (const expectedWorldGuid of [WORLD.toLowerCase(), 'MyWorld', undefined]) {
    const server = new SimulatedServer();
    const { link, pass } = linkTo(server, { expectedWorldGuid });
    link.start();
    await pass(3000);
    assert.equal(link.status.state, 'Online');
    link.stop();
  }
});

test('while the server boots, failures are ignored', async () => {
  const { server, link, pass, states } = started();
  await pass(5000);
  link.expectStop();
  assert.equal(link.status.state, 'Stopping');
  server.failure = 'refused';
  await pass(6000);
  assert.equal(link.status.state, 'Offline');
  link.expectStart();
  await pass(110_000);
  assert.equal(link.status.state, 'Starting');
  server.failure = undefined;
  server.restart();
  await pass(6000);
  assert.equal(link.status.state, 'Online');
  const kinds = states().map((state) => state.split(':')[0]);
  assert.deepEqual(kinds, ['Online', 'Stopping', 'Offline', 'Starting', 'Online']);
});

test('a server that never comes up is offline once the grace is over', async () => {
  const server = new SimulatedServer();
  server.failure = 'refused';
  const { link, pass } = linkTo(server);
  link.expectStart();
  link.start();
  await pass(121_000);
  assert.equal(link.status.state, 'Starting');
  await pass(30_000);
  assert.equal(link.status.state, 'Offline');
});

test('during maintenance the state says so, and everybody is offline once the port refuses', async () => {
  const { server, link, pass, rosters } = started([zoe]);
  await pass(5000);
  link.enterMaintenance();
  await pass(5000);
  assert.deepEqual(link.status.roster.players, [zoe]);
  server.failure = 'refused';
  await pass(6000);
  assert.equal(link.status.state, 'Maintenance');
  assert.deepEqual(rosters.at(-1)?.players, []);
  link.expectStart();
  server.failure = undefined;
  server.restart();
  await pass(6000);
  assert.equal(link.status.state, 'Maintenance');
  link.leaveMaintenance();
  assert.equal(link.status.state, 'Online');
});

test('a response after the link has ended changes nothing', async () => {
  const server = new SimulatedServer();
  const { link, pass, statuses } = linkTo(server);
  server.failure = 'timeout';
  link.start();
  await pass(1000);
  link.stop();
  const { length } = statuses;
  await pass(20_000);
  assert.equal(statuses.length, length);
  assert.equal(link.status.state, 'Unknown');
});

test('a restart between polls is detected by the uptime, and the world is checked before anything is used', async () => {
  const { server, link, pass, states } = started();
  await pass(60_000);
  server.restart();
  server.calls.length = 0;
  await pass(12_000);
  assert.equal(link.status.state, 'Online');
  assert.ok(states().includes('Starting: state.starts'));
  assert.equal(server.callsOf('info').length >= 1, true);
  assert.equal(server.callsOf('settings').length, 1);
});
