import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jumpMessage, reportTimerErrors, steadyClock, systemClock } from './clock.ts';

const HOUR_MS = 3_600_000;

/** A wall clock and a monotonic clock, both moved by the test. */
function clocks() {
  const at = { wallMs: Date.UTC(2026, 6, 12), elapsedMs: 500 };
  const jumps: number[] = [];
  const mayDelete = steadyClock({ now: () => at.wallMs, elapsed: () => at.elapsedMs }, (ms) =>
    jumps.push(ms),
  );
  const pass = (ms: number) => {
    at.wallMs += ms;
    at.elapsedMs += ms;
  };
  return { at, jumps, mayDelete, pass };
}

test('nothing may be deleted by age before the clock has run evenly for an hour', () => {
  const { mayDelete, pass, jumps } = clocks();
  assert.equal(mayDelete(), false);
  pass(HOUR_MS / 2);
  assert.equal(mayDelete(), false);
  pass(HOUR_MS / 2);
  assert.equal(mayDelete(), true);
  assert.deepEqual(jumps, []);
});

for (const jumpMs of [25 * HOUR_MS, -25 * HOUR_MS]) {
  test(`after a jump of ${jumpMs / HOUR_MS} hours it takes an even hour more, and the jump is reported once`, () => {
    const { at, mayDelete, pass, jumps } = clocks();
    pass(HOUR_MS);
    assert.equal(mayDelete(), true);
    pass(HOUR_MS);
    at.wallMs += jumpMs;
    assert.equal(mayDelete(), false);
    assert.deepEqual(jumps, [jumpMs]);
    pass(HOUR_MS / 2);
    assert.equal(mayDelete(), false);
    pass(HOUR_MS / 2);
    assert.equal(mayDelete(), true);
    assert.deepEqual(jumps, [jumpMs]);
  });
}

test('a clock that is set right by five minutes has not jumped', () => {
  const { at, mayDelete, pass, jumps } = clocks();
  pass(HOUR_MS);
  at.wallMs -= 5 * 60_000;
  assert.equal(mayDelete(), true);
  assert.deepEqual(jumps, []);
});

test('the log line of a jump says how far and which way', () => {
  assert.match(jumpMessage(25 * HOUR_MS), /^the wall clock jumped 1500 minutes ahead;/);
  assert.match(jumpMessage(-6 * 60_000), /^the wall clock jumped 6 minutes back;/);
});

test('what the work of a timer throws or rejects with is reported, and the timer goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const errors: string[] = [];
  reportTimerErrors((error) => {
    if (errors.push((error as Error).message) === 5) resolve();
  });
  systemClock.after(1, () => {
    throw new Error('once');
  });
  const ends = [
    systemClock.every(1, () => {
      throw new Error('again');
    }),
    systemClock.every(1, () => Promise.reject(new Error('later'))),
  ];
  await promise;
  for (const end of ends) end();
  assert.deepEqual([...new Set(errors)].sort(), ['again', 'later', 'once']);
});
