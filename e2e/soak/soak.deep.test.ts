import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soakAttached } from './attached-soak.ts';
import { HOSTILE_KINDS } from './callers.ts';
import { soak } from './soak.ts';

// The short forms of `npm run soak` and `npm run soak -- --attached`, with fixed seeds.

/** Four seconds fill neither the events (16 MiB) nor the cached responses of the ban list and the world. */
const UNFILLED_BYTES = 48 * 1024 * 1024;

for (const scheme of ['http', 'https'] as const) {
  test(`hostile callers over ${scheme} cost ordinary ones no grant, and leave nothing held`, async () => {
    const { errors, counts } = await soak({
      ...{ scheme, seed: 1, kinds: HOSTILE_KINDS, events: 0, unfilledBytes: UNFILLED_BYTES },
      ...{ warmUpMs: 4000, soakMs: 4000 },
    });
    assert.deepEqual(errors, []);
    assert.ok(counts.has('ordinary answers'));
    const missing = HOSTILE_KINDS.filter((kind) => !counts.has(kind));
    assert.deepEqual(missing, []);
  });
}

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
