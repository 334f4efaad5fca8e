import assert from 'node:assert/strict';
import { natsTest as test } from '@palatine/testing/nats-server';
import { runChaos } from './chaos/chaos.ts';
import { ALL_BLOWS } from './chaos/faults.ts';

// Minutes of a fleet under load while its parts die. The blows come one after another, in one test: a fleet has to
// take them while it is still at work on the one before.

test('a fleet loses nothing, doubles nothing and applies nothing late, whatever is killed, stopped or wiped', async () => {
  const { told, errors, fleetErrors } = await runChaos({ blows: ALL_BLOWS });
  assert.deepEqual(errors, { lost: [], doubled: [], late: [] });
  assert.deepEqual([...told.undecided], []);
  assert.deepEqual(fleetErrors, []);
});

// The test above must be able to fail: these two are fleets without one of the things that keep it.

test('without cancel, writes are applied after their callers were told that they were not', async () => {
  const { errors } = await runChaos({
    worlds: 4,
    processes: 2,
    mutant: 'no cancel',
    blows: ['a process with worlds stands still'],
  });
  assert.ok(errors.late.length > 0);
});

test('without keys, writes whose end is not known are applied twice when they are repeated', async () => {
  const { errors } = await runChaos({
    worlds: 4,
    processes: 2,
    mutant: 'no key',
    blows: ['the gateway is killed'],
  });
  assert.ok(errors.doubled.length > 0);
});
