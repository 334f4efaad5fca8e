import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ListEntry } from './entry.ts';
import { merge } from './merge.ts';
import type { ListStamp } from './stamp.ts';

// Few values each, so that stamps often meet.
const stamps: fc.Arbitrary<ListStamp> = fc.tuple(
  fc.integer({ min: 0, max: 2 }),
  fc.integer({ min: 0, max: 1 }),
  fc.constantFrom('gw-a', 'gw-b'),
);
const entries: fc.Arbitrary<ListEntry> = fc.record(
  {
    Kind: fc.constant('User' as const),
    Id: fc.constant('steam_1'),
    Active: fc.boolean(),
    Reason: fc.constantFrom('', 'cheating'),
    BannedBy: fc.constantFrom('Panel', 'Zoe'),
    BannedAt: fc.constant('2026-07-12T18:15:02.000Z'),
    t: stamps,
  },
  { noNullPrototype: true },
);

test('a merge is commutative, associative and idempotent', () => {
  fc.assert(
    fc.property(entries, entries, entries, (a, b, c) => {
      assert.deepEqual(merge(a, b), merge(b, a));
      assert.deepEqual(merge(merge(a, b), c), merge(a, merge(b, c)));
      assert.deepEqual(merge(a, a), a);
    }),
  );
});

test('replicas that saw the same versions in any order and any number are equal', () => {
  const seen = fc
    .array(entries, { minLength: 1, maxLength: 6 })
    .chain((versions) =>
      fc.tuple(
        fc.constant(versions),
        fc.shuffledSubarray([...versions, ...versions], { minLength: 2 * versions.length }),
      ),
    );
  fc.assert(
    fc.property(seen, ([versions, again]) => {
      assert.deepEqual(versions.reduce(merge), again.reduce(merge));
    }),
  );
});

test('the greater stamp wins: by time, then by count, then by node', () => {
  const [older] = fc.sample(entries, { numRuns: 1, seed: 1 });
  const at = (t: ListStamp) => ({ ...(older as ListEntry), t });
  for (const [less, greater] of [
    [at([1, 9, 'z']), at([2, 0, 'a'])],
    [at([2, 0, 'z']), at([2, 1, 'a'])],
    [at([2, 1, 'a']), at([2, 1, 'b'])],
  ] as const) {
    assert.equal(merge(less, greater), greater);
  }
});
