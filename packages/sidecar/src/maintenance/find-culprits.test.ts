import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findCulprits } from './find-culprits.ts';

test('exactly the items for which a list is refused are left out, with their reasons, in few tries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 60 }), async (kinds) => {
      let tries = 0;
      const items = kinds.map((isBad, index) => ({ index, isBad }));
      const { good, culprits, untried } = await findCulprits(
        items,
        async (list) => {
          tries += 1;
          const bad = list.find(({ isBad }) => isBad);
          return bad && `because of ${bad.index}`;
        },
        1_000,
      );
      assert.deepEqual(
        good,
        items.filter(({ isBad }) => !isBad),
      );
      assert.deepEqual(
        culprits,
        items.filter(({ isBad }) => isBad).map((item) => ({ item, reason: `because of ${item.index}` })),
      );
      assert.deepEqual(untried, []);
      assert.ok(tries <= 1 + 2 * culprits.length * Math.ceil(Math.log2(items.length + 2)));
    }),
  );
});

test('an item may need an earlier one', async () => {
  const refusalOf = async (list: readonly string[]) => {
    if (list.includes('bad')) return 'bad';
    return list.includes('needs pouch') && !list.includes('pouch') ? 'no room' : undefined;
  };
  const { good } = await findCulprits(['pouch', 'bad', 'other', 'needs pouch'], refusalOf);
  assert.deepEqual(good, ['pouch', 'other', 'needs pouch']);
});

test('after too many tries the rest is left as it is', async () => {
  const items = Array.from({ length: 20 }, (_, index) => index);
  const { good, culprits, untried } = await findCulprits(items, async () => 'no', 5);
  assert.equal(good.length, 0);
  assert.deepEqual([...culprits.map(({ item }) => item), ...untried], items);
});
