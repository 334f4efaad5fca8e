import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soakAttached } from './attached-soak.ts';

// The short form of `npm run soak -- --attached`. Both say their seed when they fail.

/** A soak this short fills neither the events nor the cached responses. */
const UNFILLED_BYTES = 48 * 1024 * 1024;

test('beside a game server that fails by chance, no delivery is lost or doubled, and nobody is shown wrong', async () => {
  const seed = Date.now() % 1_000_000;
  const { errors, last } = await soakAttached({
    seed,
    stormMs: 0, // kills of the program make its length a matter of chance: tests/crash has them, and the long form
    steadyMs: 8000,
    unfilledBytes: UNFILLED_BYTES,
    sampleEveryMs: 60_000,
    maintenanceEveryMs: 3000,
  });
  assert.deepEqual(errors, [], `seed ${seed}`);
  assert.ok(last.orders > 0 && last.delivered > 0 && last.checks > 0);
});
