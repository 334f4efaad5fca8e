import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareStamps, hybridClock, isTooFarAhead, type ListStamp, MOST_AHEAD_MS } from './stamp.ts';

test('every stamp is newer than the one before and than what it replaces, however the wall clock moves', () => {
  const NOON_MS = 1_800_000_000_000;
  const steps = fc.record({
    nowMs: fc.integer({ min: NOON_MS, max: NOON_MS + MOST_AHEAD_MS }),
    after: fc.option(
      fc.tuple(
        fc.integer({ min: NOON_MS, max: NOON_MS + MOST_AHEAD_MS }),
        fc.nat(3),
        fc.constantFrom('a', 'm', 'z'),
      ),
      { nil: undefined },
    ),
  });
  fc.assert(
    fc.property(fc.array(steps, { minLength: 1 }), (moves) => {
      let nowMs = 0;
      const clock = hybridClock({ node: 'm', now: () => nowMs });
      let last: ListStamp = [0, 0, ''];
      for (const step of moves) {
        nowMs = step.nowMs;
        const stamp = clock.next(step.after);
        assert.ok(compareStamps(stamp, last) > 0 || isTooFarAhead(last, nowMs));
        if (step.after !== undefined) assert.ok(stamp[0] >= step.after[0] + 1);
        last = stamp;
      }
    }),
  );
});

test('a gateway whose clock was a day ahead and was mended gives stamps that others take', () => {
  const DAY_MS = 86_400_000;
  let nowMs = 10 * DAY_MS;
  const clock = hybridClock({ node: 'a', now: () => nowMs });
  clock.next();
  nowMs = 9 * DAY_MS;
  assert.equal(isTooFarAhead(clock.next(), nowMs), false);
});

test('a stamp may be five minutes ahead, and no more', () => {
  assert.equal(isTooFarAhead([MOST_AHEAD_MS, 0, 'a'], 0), false);
  assert.equal(isTooFarAhead([MOST_AHEAD_MS + 1, 0, 'a'], 0), true);
});
