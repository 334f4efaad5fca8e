import assert from 'node:assert/strict';
import { natsTest as test } from '@palatine/testing/nats-server';
import { runChaos } from './chaos/chaos.ts';

// The shortest of chaos.deep.test.ts: the only gateway, the only process with worlds and the only broker are killed, each
// while writes are under way, and start again when a write has failed for it.

test('a fleet loses nothing, doubles nothing and applies nothing late while each of its parts is killed once', async () => {
  const { results, errors, fleetErrors } = await runChaos({
    nodes: 1,
    worlds: 2,
    processes: 1,
    callers: 6,
    grants: 12,
    bans: 3,
    faults: [
      'a process with worlds is killed',
      'the gateway is killed',
      'all nodes of the broker are killed',
    ],
  });
  assert.deepEqual(errors, { lost: [], doubled: [], late: [] });
  assert.deepEqual([...results.undecided], []);
  assert.deepEqual(fleetErrors, []);
});
