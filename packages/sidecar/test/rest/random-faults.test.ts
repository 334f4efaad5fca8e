import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import type { FailureKind } from '../../src/rest/outcome.ts';
import { aPlayer, linkTo, SimulatedServer } from './simulated-server.ts';

const PLAYERS = ['Zoe', 'Abe', 'Kim'].map((name) => aPlayer(name));
const KINDS: readonly FailureKind[] = ['refused', 'timeout', 'unauthorized', 'bad-response', 'unreachable'];

const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('join' as const), who: fc.nat(2) }) },
  fc.record({ kind: fc.constant('leave' as const), who: fc.nat(2) }),
  fc.record({
    kind: fc.constant('fault' as const),
    failure: fc.constantFrom(...KINDS),
    endpoint: fc.constantFrom('info', 'players', 'metrics', 'settings', 'all'),
  }),
  fc.constantFrom({ kind: 'repair' as const }, { kind: 'restart' as const }, { kind: 'empty list' as const }),
);
type Step = typeof event extends fc.Arbitrary<infer Value> ? Value : never;
const story = fc.array(fc.tuple(event, fc.constantFrom(1000, 7000, 25_000, 90_000)), { maxLength: 12 });

function apply(server: SimulatedServer, step: Step, online: Set<number>): void {
  if (step.kind === 'join') online.add(step.who);
  if (step.kind === 'leave') online.delete(step.who);
  if (step.kind === 'restart') {
    server.restart();
    online.clear();
  }
  if (step.kind === 'repair') repair(server);
  if (step.kind === 'fault' && step.endpoint === 'all') server.failure = step.failure;
  else if (step.kind === 'fault') server.failures[step.endpoint] = step.failure;
  server.counted = online.size;
  server.players = step.kind === 'empty list' ? [] : PLAYERS.filter((_, index) => online.has(index));
}

function repair(server: SimulatedServer): void {
  server.failure = undefined;
  server.failures = {};
}

test('after any faults, within two minutes the link is online with exactly the online players', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const server = new SimulatedServer();
      const { link, pass } = linkTo(server);
      const online = new Set<number>();
      link.start();
      for (const [step, thenMs] of steps) {
        apply(server, step, online);
        await pass(thenMs);
      }
      repair(server);
      server.players = PLAYERS.filter((_, index) => online.has(index));
      await pass(120_000);
      const { state, roster } = link.status;
      assert.deepEqual([state, roster.state], ['Online', 'Live']);
      const names = roster.players.map(({ name }) => name).toSorted();
      assert.deepEqual(names, server.players.map(({ name }) => name).toSorted());
      link.stop();
    }),
    runs(60),
  );
});

test('a server that always responds on some endpoint is never offline, and players who stay online are not lost', async () => {
  const kinds = fc.constantFrom(...KINDS.filter((kind) => kind !== 'unauthorized'));
  const partial = fc.array(fc.tuple(kinds, fc.constantFrom('players', 'settings')), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(partial, async (faults) => {
      const server = new SimulatedServer();
      server.players = [...PLAYERS];
      const { link, pass, rosters, states } = linkTo(server);
      link.start();
      await pass(5000);
      for (const [failure, endpoint] of faults) {
        server.failures = { [endpoint]: failure };
        await pass(40_000);
      }
      assert.ok(states().every((state) => !state.startsWith('Offline')));
      assert.ok(rosters.every(({ players }) => players.length === PLAYERS.length));
      link.stop();
    }),
    runs(40),
  );
});
