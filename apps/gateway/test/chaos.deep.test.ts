import assert from 'node:assert/strict';
import { natsTest as test } from '@palatine/testing/nats-server';
import { runChaos } from './chaos/chaos.ts';
import { ALL_FAULTS } from './chaos/faults.ts';

// Minutes of a fleet under load while its parts die. The faults come one after another, in one test: a fleet has to
// survive them while it still recovers from the one before.

test('a fleet loses nothing, doubles nothing and applies nothing late, whatever is killed, stopped or wiped', async () => {
  const { results, errors, fleetErrors } = await runChaos({ faults: ALL_FAULTS });
  assert.deepEqual(errors, { lost: [], doubled: [], late: [] });
  assert.deepEqual([...results.undecided], []);
  assert.deepEqual(fleetErrors, []);
});

// The test above must be able to fail: these two are fleets without one of the things that keep it.

test('without cancel, writes are applied after their callers were told that they were not', async () => {
  const { errors } = await runChaos({
    worlds: 4,
    processes: 2,
    mutant: 'no cancel',
    faults: ['a process with worlds is suspended'],
  });
  assert.ok(errors.late.length > 0);
});

test('without keys, writes whose end is not known are applied twice when they are repeated', async () => {
  const { errors } = await runChaos({
    worlds: 4,
    processes: 2,
    mutant: 'no key',
    faults: ['the gateway is killed'],
  });
  assert.ok(errors.doubled.length > 0);
});
