import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepted } from '@palatine/testing/delivery-builder';
import { pendingDeliveries } from '@palatine/world/deliveries';
import { aGameContextWith } from '@palatine/world/testing/grants';
import fc from 'fast-check';
import { applyDeliveries, bisect } from './deliver-into-save.ts';

test('one whose player or base is gone is rejected permanently', () => {
  const { game, zoe } = aGameContextWith();
  const params = { player_identifier: zoe.uid };
  accepted(game, 'giveItems', { params, body: { Items: [{ ItemID: 'Wood', Count: 5 }] }, target: zoe.uid });
  const [wood] = pendingDeliveries(game.world);
  assert.ok(wood);
  const gone = 'D894F2B1-00000000-00000000-00000000';
  const ofGone = { ...wood, id: 'player', uid: gone };
  const command = { command: 'deleteBase', params: { base_camp_id: gone }, body: null };
  const ofNoBase = { ...wood, id: 'base', uid: '' as const, ...command };
  const { applied, rejected } = applyDeliveries(game, [ofGone, ofNoBase]);
  assert.deepEqual(applied, []);
  assert.deepEqual(rejected, [
    { id: 'player', reason: 'its player is not in the save any more', permanent: true },
    { id: 'base', reason: 'its base is not in the save any more', permanent: true },
  ]);
});

test('exactly the items for which a list is refused are skipped, with their reasons, in few tries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 60 }), async (kinds) => {
      let tries = 0;
      const items = kinds.map((isBad, index) => ({ index, isBad }));
      const { good, culprits, untried } = await bisect(
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
  const { good } = await bisect(['pouch', 'bad', 'other', 'needs pouch'], refusalOf);
  assert.deepEqual(good, ['pouch', 'other', 'needs pouch']);
});

test('after too many tries the rest is not tried', async () => {
  const items = Array.from({ length: 20 }, (_, index) => index);
  const { good, culprits, untried } = await bisect(items, async () => 'no', 5);
  assert.equal(good.length, 0);
  assert.deepEqual([...culprits.map(({ item }) => item), ...untried], items);
});
