import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Sentence } from '@palatine/contract';
import type { BannedPlayer, RosterPlayer } from '@palatine/world/roster';
import fc from 'fast-check';
import pino from 'pino';
import { type CallOutcome, failed, succeeded } from '../rest/outcome.ts';
import { type Attempts, decide, kickQueue, type Unwanted } from './kicking.ts';

const UID = '5E7A11C0-00000000-00000000-00000000';
const zoe: RosterPlayer = { uid: UID, userId: 'gdk_2535', name: 'Zoe', ip: '192.0.2.7' };
const abe: RosterPlayer = { ...zoe, uid: UID.replace(/0$/, '1'), userId: 'ps5_9', name: 'Abe' };
const banned = ({ userId, uid = '', name }: RosterPlayer, onGameList = true): BannedPlayer => ({
  userId,
  uid,
  name,
  reason: 'banned: cheating',
  cause: 'user',
  onGameList,
});

/** A game server that records requests, with configurable responses. */
function aServer() {
  const state = { atMs: 0, outcome: succeeded(undefined) as CallOutcome<void> };
  const asked: string[] = [];
  const notes: unknown[] = [];
  const kicking = kickQueue({
    writes: { note: async (note) => void notes.push(note) },
    client: {
      kick: async (userId, message) => {
        asked.push(`kick ${userId} ${message}`);
        return state.outcome;
      },
    },
    clock: { elapsed: () => state.atMs },
    log: pino({ level: 'silent' }),
    ban: async (userId) => void asked.push(`ban ${userId}`),
  });
  return {
    asked,
    notes,
    state,
    kicking,
    async poll(atMs: number, players: RosterPlayer[], bannedOnline: BannedPlayer[] = []) {
      state.atMs = atMs;
      kicking.onRoster({ atMs, players }, bannedOnline, []);
      for (let at = 0; at < 10; at++) await turn();
      return asked.splice(0);
    },
  };
}

test('only players of the last poll are kicked', async () => {
  const server = aServer();
  assert.deepEqual(await server.poll(0, [{ ...zoe, absent: true }, abe], [banned(zoe)]), []);
});

test('after three kicks there is one event and a warning, until the player is gone', async () => {
  const server = aServer();
  for (const atMs of [0, 10_000, 20_000])
    assert.equal((await server.poll(atMs, [zoe], [banned(zoe)])).length, 1);
  assert.deepEqual(server.kicking.warnings, []);
  for (const atMs of [30_000, 40_000]) assert.deepEqual(await server.poll(atMs, [zoe], [banned(zoe)]), []);
  const data = { userId: 'gdk_2535', name: 'Zoe', reason: 'banned: cheating' };
  assert.deepEqual(server.notes, [{ event: { type: 'enforcement.failed', data } }]);
  const [warning] = server.kicking.warnings as readonly Sentence[]; // the empty list above narrowed it
  assert.match(warning?.Message ?? '', /^Zoe \(gdk_2535\) is still online/);
  await server.poll(50_000, []);
  assert.deepEqual(server.kicking.warnings, []);
  assert.equal((await server.poll(60_000, [zoe], [banned(zoe)])).length, 1, 'a new session starts over');
});

test('a kick that did not reach the server does not count, and is repeated when the server is back', async () => {
  const server = aServer();
  server.state.outcome = failed('refused', 'nobody listens');
  for (const atMs of [0, 10_000, 20_000, 30_000, 40_000]) {
    assert.equal((await server.poll(atMs, [zoe], [banned(zoe)])).length, 1);
  }
  server.state.outcome = succeeded(undefined);
  assert.equal((await server.poll(50_000, [zoe], [banned(zoe)])).length, 1);
  assert.deepEqual(server.notes, []);
});

test('a kick by a request is repeated while the player stays, but not once they load again or were missing', async () => {
  for (const gone of [{ ...zoe, loading: true }, { ...zoe, absent: true }, undefined]) {
    const server = aServer();
    await server.poll(0, [zoe]);
    server.kicking.onKicked('gdk_2535', 'afk');
    assert.deepEqual(await server.poll(5000, [zoe]), []);
    assert.deepEqual(await server.poll(10_000, [zoe]), ['kick gdk_2535 afk']);
    assert.deepEqual(await server.poll(15_000, gone === undefined ? [] : [gone]), []);
    assert.deepEqual(await server.poll(40_000, [zoe]), [], 'they may come back');
  }
});

test('a player found by a poll and a new ban at once is kicked once', async () => {
  const server = aServer();
  server.kicking.onRoster({ atMs: 0, players: [zoe] }, [banned(zoe, false)], []);
  const failure = await server.kicking.expel(({ userId }) => userId === zoe.userId, 'banned: cheating');
  assert.equal(failure, undefined);
  assert.deepEqual(await server.poll(1000, [zoe], [banned(zoe, false)]), [
    'ban gdk_2535',
    'kick gdk_2535 banned: cheating',
  ]);
  assert.deepEqual(await server.poll(10_000, [zoe], [banned(zoe)]), ['kick gdk_2535 banned: cheating']);
});

test('a new ban kicks covered players at once', async () => {
  const server = aServer();
  await server.poll(0, [zoe, abe]);
  assert.equal(await server.kicking.expel(({ userId }) => userId === 'ps5_9', 'banned: bots'), undefined);
  assert.deepEqual(server.asked, ['kick ps5_9 banned: bots']);
  server.state.outcome = failed('unknown', 'no answer');
  assert.equal((await server.kicking.expel(() => true, 'x'))?.kind, 'unknown');
});

const leaving: Unwanted = { userId: 'gdk_2535', name: 'Zoe', reason: 'banned: cheating', loading: false };

test('while loading there are no alarms, and once the character is loaded the kick is repeated at once', async () => {
  const server = aServer();
  const kicks: number[] = [];
  for (const atMs of [...Array.from({ length: 12 }, (_, at) => at * 5000), 61_000, 72_000]) {
    const asked = await server.poll(atMs, [{ ...zoe, loading: atMs < 61_000 }], [banned(zoe)]);
    kicks.push(...asked.map(() => atMs));
  }
  assert.deepEqual([kicks, server.notes], [[0, 10_000, 20_000, 61_000, 72_000], []]);
});

test('with any polls: no two kicks within 10 s except at the end of loading, and never four of one session', () => {
  const poll = fc.record({ afterMs: fc.integer({ min: 500, max: 20_000 }), loading: fc.boolean() });
  fc.assert(
    fc.property(fc.array(poll, { maxLength: 40 }), (steps) => {
      let attempts: Attempts = new Map();
      let [atMs, lastMs, inSession, wasLoading] = [0, Number.NEGATIVE_INFINITY, 0, false];
      for (const step of steps) {
        atMs += step.afterMs;
        const decision = decide(attempts, [{ ...leaving, loading: step.loading }], atMs);
        attempts = decision.attempts;
        if (wasLoading && !step.loading) [inSession, lastMs] = [0, Number.NEGATIVE_INFINITY];
        wasLoading = step.loading;
        if (decision.kick.length === 0) continue;
        assert.ok(atMs - lastMs >= 10_000);
        [lastMs, inSession] = [atMs, inSession + 1];
        assert.ok(inSession <= 3);
      }
    }),
  );
});
