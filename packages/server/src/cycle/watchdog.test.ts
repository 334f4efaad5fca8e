import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  BETWEEN_RESTARTS_MS,
  BOOT_GRACE_MS,
  WATCHDOG_START,
  type WatchdogObservation,
  type WatchdogSettings,
  watch,
} from './watchdog.ts';

const ON: WatchdogSettings = { RestartWhenFrozen: true, FrozenSeconds: 60, RestartAboveMemoryMiB: 12_000 };
const STEP_MS = 10_000;

type Seen = Partial<Omit<WatchdogObservation, 'atMs'>>;

/** A server that runs well, looked at every ten seconds; `change` says what is seen at another moment. */
function observe(settings: WatchdogSettings, minutes: number, change: (seconds: number) => Seen) {
  const alarms: { atSeconds: number; cause: string; reason: string }[] = [];
  let state = WATCHDOG_START;
  for (let atMs = 0; atMs <= minutes * 60_000; atMs += STEP_MS) {
    const well = { fps: 60, uptimeSeconds: 500 + atMs / 1000, memoryBytes: 4e9 };
    const seen = { atMs, process: 'Running', rest: 'Answers', ...well, ...change(atMs / 1000) } as const;
    const result = watch(settings, state, seen);
    state = result.state;
    if (result.alarm !== undefined) alarms.push({ atSeconds: atMs / 1000, ...result.alarm });
  }
  return alarms;
}

const SILENT: Seen = { rest: 'Silent', fps: undefined, uptimeSeconds: undefined };

test('a server that works is left alone', () => {
  assert.deepEqual(
    observe(ON, 180, () => ({})),
    [],
  );
});

for (const [what, afterSeconds, seen, reason] of [
  ['that counts no frames', 60, { fps: 0 }, /for 1 minute it counts no frames/],
  ['whose uptime stands still', 60, { uptimeSeconds: 1100 }, /for 1 minute its uptime stands still/],
  [
    'that stops answering while its process runs',
    180,
    SILENT,
    /for 3 minutes its REST interface does not answer/,
  ],
] as const) {
  test(`a server ${what} is frozen after ${afterSeconds} seconds`, () => {
    const [alarm, ...others] = observe(ON, 20, (seconds) => (seconds >= 600 ? seen : {}));
    assert.equal(alarm?.cause, 'Frozen');
    assert.match(alarm?.reason ?? '', reason);
    const late = (alarm?.atSeconds ?? 0) - 600 - afterSeconds;
    assert.ok(late >= 0 && late <= 20, `${late}`);
    assert.deepEqual(others, []);
    const until = 600 + afterSeconds - 10;
    assert.deepEqual(
      observe(ON, 20, (seconds) => (seconds >= 600 && seconds < until ? seen : {})),
      [],
    );
  });
}

test('a server that restarts by itself is given the time to answer again', () => {
  const boots = (seconds: number): Seen => {
    if (seconds < 600) return {};
    return seconds < 760 ? SILENT : { uptimeSeconds: seconds - 600, fps: 60 };
  };
  assert.deepEqual(observe(ON, 30, boots), []);
});

test('memory above the limit counts after five minutes without a break', () => {
  const above = { memoryBytes: 13_200 * 1024 ** 2 };
  const [alarm] = observe(ON, 30, (seconds) => (seconds >= 600 ? above : {}));
  assert.deepEqual(alarm, {
    atSeconds: 900,
    cause: 'Memory',
    reason: 'it has used more than 12000 MiB of memory for five minutes, 13200 MiB now',
  });
  assert.deepEqual(
    observe(ON, 30, (seconds) => (seconds % 290 < 10 ? {} : above)),
    [],
  );
  assert.deepEqual(
    observe(ON, 30, () => ({ memoryBytes: undefined })),
    [],
  );
});

test('how long a server must look frozen is for the operator to say', () => {
  const [alarm] = observe({ ...ON, FrozenSeconds: 300 }, 30, (seconds) => (seconds >= 600 ? { fps: 0 } : {}));
  assert.equal(alarm?.atSeconds, 900);
  assert.equal(alarm?.reason, 'the process runs, but for 5 minutes it counts no frames');
});

test('both are off unless an operator wants them', () => {
  const off = { RestartWhenFrozen: false, FrozenSeconds: 60, RestartAboveMemoryMiB: 0 };
  assert.deepEqual(
    observe(off, 60, () => ({ fps: 0, memoryBytes: 9e12 })),
    [],
  );
});

test('a server that starts has two minutes in which nothing counts', () => {
  const [first] = observe(ON, 20, () => ({ fps: 0 }));
  assert.ok(first && first.atSeconds * 1000 >= BOOT_GRACE_MS + 60_000);
  // It restarts by itself after ten minutes, and counts no frames at first.
  const restarted = (seconds: number) =>
    seconds < 600 ? {} : { uptimeSeconds: seconds - 600, fps: seconds < 710 ? 0 : 60 };
  assert.deepEqual(observe(ON, 30, restarted), []);
});

test('what we do ourselves, a paused image and a stopped process are no freeze', () => {
  for (const seen of [
    { ...SILENT, rest: 'Ours' },
    { ...SILENT, rest: 'Paused' },
    { ...SILENT, process: 'Stopped' },
    { ...SILENT, process: 'Unknown' },
  ] as const) {
    assert.deepEqual(
      observe(ON, 60, (seconds) => (seconds >= 600 && seconds < 3000 ? seen : {})),
      [],
    );
  }
});

test('a server whose REST interface has never answered is not called silent', () => {
  assert.deepEqual(
    observe(ON, 60, () => SILENT),
    [],
  );
});

test('between two restarts are 30 minutes, whatever is seen', () => {
  const alarms = observe(ON, 100, () => ({ fps: 0, memoryBytes: 9e12 }));
  assert.ok(alarms.length >= 3);
  const seen = fc.record<Seen>({
    process: fc.constantFrom('Running', 'Stopped', 'Unknown'),
    rest: fc.constantFrom('Answers', 'Silent', 'Silent', 'Paused', 'Ours'),
    fps: fc.constantFrom(0, 0, 60, undefined),
    uptimeSeconds: fc.constantFrom(5, 500, 500, undefined),
    memoryBytes: fc.constantFrom(9e12, 9e12, undefined),
  });
  const phases = fc.array(fc.tuple(seen, fc.integer({ min: 1, max: 90 })), { minLength: 3, maxLength: 12 });
  fc.assert(
    fc.property(phases, (changes) => {
      const all = changes.flatMap(([one, times]) => Array<Seen>(times).fill(one));
      const found = observe(
        ON,
        (all.length * STEP_MS) / 60_000,
        (seconds) => all[(seconds * 1000) / STEP_MS] ?? {},
      );
      for (const [index, { atSeconds }] of found.entries()) {
        const before = found[index - 1]?.atSeconds ?? Number.NEGATIVE_INFINITY;
        assert.ok((atSeconds - before) * 1000 >= BETWEEN_RESTARTS_MS);
      }
    }),
  );
});

test('what was seen before nobody looked for a while says nothing', () => {
  const looks = [0, 1, 2, 3, 4, 20, 21, 22, 40, 41, 42, 60, 61].map((minutes) => minutes * 60_000);
  let state = WATCHDOG_START;
  const alarms = looks.map((atMs, look) => {
    const seen = { atMs, process: 'Running', rest: 'Answers', fps: look < 4 ? 60 : 0 } as const;
    const result = watch(ON, state, { ...seen, uptimeSeconds: atMs / 1000, memoryBytes: 9e12 });
    state = result.state;
    return result.alarm;
  });
  assert.deepEqual(alarms.filter(Boolean), []);
});
