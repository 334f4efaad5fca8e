import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTILE_KINDS } from './callers.ts';
import { soak } from './soak.ts';

// The short form of `npm run soak`, with a fixed seed.

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
