import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import { firstStatus, type ServerStatus, statusAfter } from './link-memory.ts';
import type { FailureKind } from './outcome.ts';
import { POLLED, type ServerInput } from './server-facts.ts';

const WORLD = 'D09CACDB477D6CE562170AA79C524138';
const OTHER = '2B1A0CC1A1614048B76A4CE931342C8F';

type Untimed<Input = ServerInput> = Input extends unknown ? Omit<Input, 'atMs'> : never;

/** Status after the inputs, the first at 0 and each after a delay. */
function after(inputs: readonly (Untimed | readonly [afterMs: number, input: Untimed])[]): ServerStatus {
  let atMs = 0;
  return inputs.reduce<ServerStatus>((status, entry) => {
    const [afterMs, input] = 'kind' in entry ? ([0, entry] as const) : entry;
    atMs += afterMs;
    return statusAfter(status, { ...input, atMs } as ServerInput);
  }, firstStatus(WORLD));
}

const good: Untimed = { kind: 'info', worldGuid: WORLD };
const fails = (failure: FailureKind): Untimed => ({ kind: 'failure', endpoint: 'info', failure });

function assertState(status: ServerStatus, state: string, reason?: string): void {
  assert.equal(status.state, state);
  if (reason !== undefined) assert.equal(status.reason, reason);
}

test('before the first call the state is unknown, and one good /info is enough', () => {
  assertState(after([]), 'Unknown', 'state.notAsked');
  assertState(after([good]), 'Online');
  assertState(after([{ kind: 'players', count: 3 }]), 'Unknown');
});

test('a stopped process is offline with the first silence, in either order', () => {
  assertState(after([good, { kind: 'process', process: 'Stopped' }]), 'Online');
  assertState(after([good, { kind: 'process', process: 'Stopped' }, fails('timeout')]), 'Offline');
  assertState(after([good, fails('refused'), { kind: 'process', process: 'Stopped' }]), 'Offline');
});

test('a rejected password is a separate fault until a call succeeds', () => {
  assertState(after([good, fails('unauthorized')]), 'Degraded', 'state.password');
  assertState(after([fails('unauthorized'), fails('timeout')]), 'Degraded', 'state.password');
  assertState(after([fails('unauthorized'), good]), 'Online');
  const players = (failure: FailureKind): Untimed => ({ kind: 'failure', endpoint: 'players', failure });
  assertState(after([good, players('refused'), players('unauthorized'), good]), 'Online');
});

test('timeouts are a pause only of a server that was empty', () => {
  const timeouts = [1, 2, 3, 4].map(() => [8000, fails('timeout')] as const);
  assertState(after([good, { kind: 'players', count: 0 }, ...timeouts]), 'Paused');
  assertState(after([good, { kind: 'players', count: 1 }, ...timeouts]), 'Offline', 'state.silent');
  assertState(after([good, ...timeouts]), 'Offline');
  assertState(after([good, { kind: 'players', count: 0 }, ...timeouts, fails('refused')]), 'Degraded');
});

test('another world is a fault, even if it replaces the right one', () => {
  const foreign: Untimed = { kind: 'info', worldGuid: OTHER };
  assertState(after([foreign]), 'Degraded', 'state.otherWorld');
  const unnamed = statusAfter(firstStatus(), { kind: 'info', worldGuid: WORLD, atMs: 1 });
  assertState(
    statusAfter(unnamed, { kind: 'info', worldGuid: OTHER, atMs: 2 }),
    'Degraded',
    'state.otherWorld',
  );
});

test('three polls over 20 s without progress show a frozen server, three quick ones do not', () => {
  const still: Untimed = { kind: 'metrics', uptimeSeconds: 7 };
  assertState(after([good, still, still, still, still, still]), 'Online');
  assertState(
    after([good, still, [10_000, still], [10_000, still], [10_000, still]]),
    'Degraded',
    'state.frozen',
  );
  const noFrame: Untimed = { kind: 'metrics', fps: 0 };
  assertState(after([good, noFrame, [10_000, noFrame], [10_000, noFrame]]), 'Degraded', 'state.frozen');
  assertState(
    after([good, { kind: 'metrics' }, [30_000, { kind: 'metrics' }], [30_000, { kind: 'metrics' }]]),
    'Online',
  );
});

test('a requested stop ends with the first refusal, and expires after a quarter of an hour', () => {
  const stop: Untimed = { kind: 'stop expected' };
  assertState(after([good, stop, [10_000, good], fails('timeout')]), 'Stopping');
  assertState(after([good, stop, fails('refused')]), 'Offline');
  assertState(after([good, stop, [16 * 60_000, good]]), 'Online');
});

const failure = fc.constantFrom<FailureKind>(
  'refused',
  'timeout',
  'unauthorized',
  'bad-response',
  'unreachable',
);
const input: fc.Arbitrary<Untimed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('failure' as const),
      endpoint: fc.constantFrom(...POLLED),
      failure,
    }),
  },
  fc.record({ kind: fc.constant('info' as const), worldGuid: fc.constantFrom(WORLD, OTHER, undefined) }),
  fc.record({ kind: fc.constant('players' as const), count: fc.nat(2) }),
  fc.record({ kind: fc.constant('metrics' as const), uptimeSeconds: fc.nat(100), fps: fc.nat(1) }),
  fc.record({
    kind: fc.constant('process' as const),
    process: fc.constantFrom('Stopped', 'Running', 'Unknown'),
  }),
  fc.record({ kind: fc.constant('maintenance' as const), entered: fc.boolean() }),
  fc.constantFrom<Untimed>({ kind: 'settings' }, { kind: 'stop expected' }, { kind: 'start expected' }),
);
const inputs = fc.array(fc.tuple(fc.constantFrom(0, 1000, 5000, 15_000, 70_000), input), { maxLength: 40 });

/** Runs the inputs, and passes each step. */
function eachStep(
  steps: readonly (readonly [number, Untimed])[],
  check: (step: { before: ServerStatus; input: ServerInput; now: ServerStatus }) => unknown,
): void {
  let status = firstStatus(WORLD);
  let atMs = 0;
  for (const [afterMs, untimed] of steps) {
    atMs += afterMs;
    const timed = { ...untimed, atMs } as ServerInput;
    const now = statusAfter(status, timed);
    check({ before: status, input: timed, now });
    status = now;
  }
}

const isSilent = (kind: FailureKind) => kind === 'refused' || kind === 'timeout' || kind === 'unreachable';

test('nothing is online or used before the right world has responded', () => {
  fc.assert(
    fc.property(inputs, (steps) => {
      let shown = false;
      eachStep(steps, ({ input, now }) => {
        if (input.kind === 'info') shown = input.worldGuid !== OTHER;
        if (input.kind === 'start expected' || now.state === 'Offline') shown = false;
        if (!shown) assert.ok(now.state !== 'Online' && !now.facts.verified, now.state);
      });
    }),
  );
});

test('offline begins with a silence: at once for a stopped server, else after three calls over 20 s', () => {
  fc.assert(
    fc.property(inputs, (steps) => {
      let silence: number[] = [];
      eachStep(steps, ({ before, input, now }) => {
        if (input.kind === 'failure') silence = isSilent(input.failure) ? [...silence, input.atMs] : [];
        if (input.kind === 'info' || (before.facts.verified && POLLED.some((name) => name === input.kind)))
          silence = [];
        if (!now.facts.down || before.facts.down) return;
        const { process, maintenance, stoppingSinceMs } = before.facts;
        const known =
          now.facts.process === 'Stopped' ||
          process === 'Stopped' ||
          maintenance ||
          stoppingSinceMs !== undefined;
        const [first = input.atMs] = silence;
        assert.ok(silence.length >= 1);
        assert.ok(known || (silence.length >= 3 && input.atMs - first >= 20_000));
      });
    }),
  );
});

test('one failure of a server without another fault changes no state, unless the password is wrong', () => {
  fc.assert(
    fc.property(inputs, fc.constantFrom(...POLLED), failure, (steps, endpoint, kind) => {
      let last = firstStatus(WORLD);
      eachStep(steps, ({ now }) => (last = now));
      if (last.state !== 'Online' || Object.keys(last.facts.failing).length > 0) return;
      if (last.facts.process === 'Stopped' || kind === 'unauthorized') return;
      const atMs = 10_000_000;
      const failed = statusAfter(last, { kind: 'failure', endpoint, failure: kind, atMs });
      assert.deepEqual([failed.state, failed.reason], [last.state, last.reason]);
    }),
    runs(50),
  );
});

test('the state is maintenance exactly as long as it lasts, and a rejected password never counts as silence', () => {
  fc.assert(
    fc.property(inputs, (steps) => {
      let maintained = false;
      eachStep(steps, ({ input, now }) => {
        if (input.kind === 'maintenance') maintained = input.entered;
        assert.equal(now.state === 'Maintenance', maintained);
        if (input.kind === 'failure' && input.failure === 'unauthorized') {
          assert.ok(['Degraded', 'Stopping', 'Maintenance'].includes(now.state), now.state);
        }
        if (input.kind === 'info' && input.worldGuid === WORLD) {
          assert.ok(now.state !== 'Offline' && now.state !== 'Unknown');
          assert.ok(now.reason !== 'state.otherWorld' && now.reason !== 'state.password');
        }
      });
    }),
  );
});
