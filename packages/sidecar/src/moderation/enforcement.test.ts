import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Attempts, decide, type Unwanted } from './enforcement.ts';

const zoe: Unwanted = { userId: 'gdk_2535', name: 'Zoe', reason: 'banned: cheating', loading: false };
const loading = { ...zoe, loading: true };

/** Polls at these times, each with the players who have to leave. @returns the times of kicks and alarms. */
function polls(...input: [atMs: number, ...unwanted: Unwanted[]][]): { kicks: number[]; alarms: number[] } {
  let attempts: Attempts = new Map();
  const [kicks, alarms]: [number[], number[]] = [[], []];
  for (const [atMs, ...unwanted] of input) {
    const decision = decide(attempts, unwanted, atMs);
    attempts = decision.attempts;
    kicks.push(...decision.kick.map(() => atMs));
    alarms.push(...decision.alarm.map(() => atMs));
  }
  return { kicks, alarms };
}

test('a player who has to leave is kicked at once, again after 10 s, at most three times, and then there is one alarm', () => {
  const every5s = Array.from({ length: 12 }, (_, at): [number, Unwanted] => [at * 5000, zoe]);
  assert.deepEqual(polls(...every5s), { kicks: [0, 10_000, 20_000], alarms: [30_000] });
});

test('a player who left the list starts over', () => {
  assert.deepEqual(polls([0, zoe], [5000], [7000, zoe]).kicks, [0, 7000]);
});

test('while loading there are no alarms, and once the character is loaded the kick is repeated at once', () => {
  const whileLoading = Array.from({ length: 12 }, (_, at): [number, Unwanted] => [at * 5000, loading]);
  assert.deepEqual(polls(...whileLoading, [61_000, zoe], [72_000, zoe]), {
    kicks: [0, 10_000, 20_000, 61_000, 72_000],
    alarms: [],
  });
});

test('only players on the list are kicked, and an empty list does nothing', () => {
  const { kick, alarm, attempts } = decide(new Map(), [], 0);
  assert.deepEqual([kick, alarm, attempts.size], [[], [], 0]);
});

test('with any polls: no two kicks within 10 s except at the end of loading, and never four of one session', () => {
  const poll = fc.record({ afterMs: fc.integer({ min: 500, max: 20_000 }), loading: fc.boolean() });
  fc.assert(
    fc.property(fc.array(poll, { maxLength: 40 }), (steps) => {
      let attempts: Attempts = new Map();
      let [atMs, lastMs, inSession, wasLoading] = [0, Number.NEGATIVE_INFINITY, 0, false];
      for (const step of steps) {
        atMs += step.afterMs;
        const decision = decide(attempts, [{ ...zoe, loading: step.loading }], atMs);
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
