import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RosterPlayer } from '@palatine/world/roster';
import fc from 'fast-check';
import { NO_PRESENCE, type Presence, type PresenceInput, presenceAfter } from './presence.ts';

const UID = '5E7A11C0-00000000-00000000-00000000';
const player = (userId: string, uid: string | undefined = UID): RosterPlayer => ({
  uid,
  userId,
  name: userId,
  ip: '',
});
const zoe = player('steam_1');

const lists = (atMs: number, players: RosterPlayer[], counted?: number): PresenceInput => ({
  kind: 'players',
  atMs,
  players,
  counted,
});

function after(
  inputs: readonly PresenceInput[],
  uidOf: (userId: string) => string | undefined = () => undefined,
): Presence {
  return inputs.reduce((presence, input) => presenceAfter(presence, input, uidOf), NO_PRESENCE);
}

test('after 60 s without a good poll the roster is unknown, and still shows the last known players', () => {
  const old = after([lists(0, [zoe]), { kind: 'failure', atMs: 59_999 }]);
  assert.equal(old.state, 'Stale');
  for (const input of [
    { kind: 'failure', atMs: 60_000 },
    { kind: 'time', atMs: 60_000, paused: false },
  ] as const) {
    const unknown = after([lists(0, [zoe]), input]);
    assert.deepEqual([unknown.state, unknown.players], ['Unknown', [zoe]]);
  }
  assert.equal(after([{ kind: 'failure', atMs: 1 }]).state, 'Unknown');
});

test('time alone makes no roster stale, or unknown while an empty server is paused', () => {
  assert.equal(after([lists(0, [zoe]), { kind: 'time', atMs: 59_999, paused: false }]).state, 'Live');
  const paused: PresenceInput = { kind: 'time', atMs: 59_999, paused: true };
  const failed: PresenceInput = { kind: 'failure', atMs: 9000 };
  assert.equal(after([lists(0, []), failed, paused, { ...paused, atMs: 600_000 }]).state, 'Live');
  assert.equal(after([lists(0, [zoe]), failed, paused]).state, 'Stale');
});

test('a loading player keeps the known PlayerUID', () => {
  const loading: RosterPlayer = { ...zoe, uid: undefined };
  assert.equal(after([lists(0, [zoe]), lists(5000, [loading])]).players[0]?.uid, UID);
  assert.equal(after([lists(0, [loading])], () => UID).players[0]?.uid, UID);
  assert.equal(after([lists(0, [loading])]).players[0]?.uid, undefined);
});

const listed = fc
  .uniqueArray(fc.constantFrom('a_1', 'b_2', 'c_3', 'd_4'))
  .map((ids) => ids.map((id) => player(id)));
const input = fc.oneof(
  fc
    .tuple(listed, fc.option(fc.nat(2), { nil: undefined }))
    .map(([players, counted]) => ({ kind: 'players' as const, players, counted })),
  fc.constant({ kind: 'failure' as const }),
  fc.boolean().map((paused) => ({ kind: 'time' as const, paused })),
  fc.constant({ kind: 'offline' as const }),
);

test('with any events: only good polls and the end of the server change players, and none leaves at once', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(0, 5000, 61_000), input)), (steps) => {
      let [presence, atMs, lastListed]: [Presence, number, ReadonlySet<string>] = [NO_PRESENCE, 0, new Set()];
      for (const [afterMs, untimed] of steps) {
        atMs += afterMs;
        const before = presence;
        presence = presenceAfter(before, { ...untimed, atMs } as PresenceInput, () => undefined);
        const ids = new Set(presence.players.map(({ userId }) => userId));
        assert.equal(ids.size, presence.players.length, 'each once');
        const accepted =
          untimed.kind === 'players' && (untimed.players.length > 0 || (untimed.counted ?? 0) === 0);
        if (untimed.kind === 'offline') {
          assert.deepEqual([presence.state, presence.atMs, ids.size], ['Live', atMs, 0]);
          lastListed = new Set();
        } else if (!accepted) {
          assert.equal(presence.players, before.players);
          if (untimed.kind !== 'time') assert.notEqual(presence.state, 'Live');
        } else if (untimed.kind === 'players') {
          const now = new Set(untimed.players.map(({ userId }) => userId));
          assert.deepEqual(ids, new Set([...now, ...lastListed]));
          assert.deepEqual([presence.state, presence.atMs], ['Live', atMs]);
          lastListed = now;
        }
        const ageMs = atMs - (presence.atMs ?? Number.NEGATIVE_INFINITY);
        if (presence.state !== 'Live') assert.equal(presence.state, ageMs < 60_000 ? 'Stale' : 'Unknown');
      }
    }),
  );
});
