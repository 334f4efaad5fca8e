import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soakAttached } from './attached-soak.ts';

// The short form of `npm run soak -- --attached`, with a fixed seed.

/** A soak this short fills neither the events nor the cached responses. */
const UNFILLED_BYTES = 48 * 1024 * 1024;

test('beside a game server that fails by chance, no delivery is lost or doubled, and nobody is shown wrong', async () => {
  const { errors, counts } = await soakAttached({
    seed: 1,
    stormMs: 0, // kills of the program make its length a matter of chance: e2e/crash has them, and the long form
    steadyMs: 8000,
    unfilledBytes: UNFILLED_BYTES,
    maintenanceEveryMs: 3000,
  });
  assert.deepEqual(errors, []);
  for (const what of ['orders', 'delivered', 'saves checked']) assert.ok((counts.get(what) ?? 0) > 0, what);
});
