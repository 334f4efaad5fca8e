import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '../format/guid.ts';
import { SAVE_ERAS, type SaveEra, type SaveItemContainer } from '../format/save-types.ts';
import {
  aGuid,
  anEmptyWorld,
  anOpenSave,
  edited,
  levelOf,
  type OpenedSave,
  twoPlayersOneCamp,
} from '../testing/index.ts';
import type { ItemContainerEdit, SaveStack } from './edits.ts';

const CHEST = aGuid(50);
const EGG = aGuid(70);

const wood = (count: number): SaveStack => ({ itemId: 'Wood', count, dynamic: null });
const armor = (id = aGuid(900), durability = 50): SaveStack => ({
  itemId: 'ClothArmor',
  count: 1,
  dynamic: { id, itemId: 'ClothArmor', body: { kind: 'armor', durability } },
});
const weapon = (id = aGuid(901), bullets = 3): SaveStack => ({
  itemId: 'WeakerBow',
  count: 1,
  dynamic: {
    id,
    itemId: 'WeakerBow',
    body: { kind: 'weapon', durability: 120.5, bullets, passives: ['Sharp'], ammoItemId: 'None' },
  },
});
const egg = (id = aGuid(902)): SaveStack => ({
  itemId: 'PalEgg_Ice_02',
  count: 1,
  dynamic: { id, itemId: 'PalEgg_Ice_02', body: { kind: 'egg', characterId: 'Penguin', character: null } },
});
const moved = (id = EGG): SaveStack => ({
  itemId: 'PalEgg_Fire_01',
  count: 1,
  dynamic: { id, itemId: 'PalEgg_Fire_01', body: { kind: 'egg', characterId: 'Kitsunebi', character: null } },
});

function chest(slots: Record<number, SaveStack | null>, overrides: Partial<ItemContainerEdit> = {}) {
  const entries = new Map(Object.entries(slots).map(([index, stack]) => [Number(index), stack]));
  return {
    kind: 'itemContainer',
    containerId: CHEST,
    slots: entries,
    ...overrides,
  } satisfies ItemContainerEdit;
}

/** The world as it should be read back, with other contents of the chest. */
function withChest({ save }: OpenedSave, slots: Record<number, SaveStack>, era: SaveEra, capacity = 3) {
  const stored = Object.entries(slots).map(([index, { itemId, count, dynamic }]) => ({
    index: Number(index),
    itemId,
    count,
    dynamicId: dynamic?.id ?? ZERO_GUID,
  }));
  const storedSlots = era === 'A' ? capacity : stored.length;
  const container: SaveItemContainer = { id: CHEST, capacity, slots: stored, storedSlots };
  return { ...save, itemContainers: save.itemContainers.map((box) => (box.id === CHEST ? container : box)) };
}

const egged: SaveStack = moved();

for (const era of SAVE_ERAS) {
  test(`${era}: an emptied slot is free, and its stack put back gives the bytes of before`, async () => {
    const before = await anOpenSave(era);
    const after = await edited(before, [chest({ 0: null })]);
    const again = await edited(after, [chest({ 0: wood(5) })]);
    assert.ok(levelOf(again.files).equals(levelOf(before.files)));
  });

  for (const stack of [weapon(), armor(), egg()]) {
    test(`${era}: ${stack.itemId} gets its own record, which is removed with its slot`, async () => {
      const before = await anOpenSave(era);
      const after = await edited(before, [chest({ 1: stack })]);
      const expected = withChest(before, { 0: wood(5), 1: stack, 2: egged }, era);
      assert.ok(stack.dynamic);
      assert.deepEqual(after.save, {
        ...expected,
        dynamicItems: [...before.save.dynamicItems, stack.dynamic],
      });
      const again = await edited(after, [chest({ 1: null })]);
      assert.ok(levelOf(again.files).equals(levelOf(before.files)));
    });

    test(`${era}: ${stack.itemId} is the first of its kind in a save without dynamic items`, async () => {
      const world = { ...twoPlayersOneCamp(era), dynamicItems: [] };
      world.itemContainers = [{ id: CHEST, capacity: 3, slots: [], storedSlots: 0 }];
      const before = await anOpenSave(era, world);
      const after = await edited(before, [chest({ 1: stack })]);
      assert.deepEqual(after.save, {
        ...withChest(before, { 1: stack }, era),
        dynamicItems: [stack.dynamic],
      });
    });
  }

  test(`${era}: a used weapon keeps its record, in its place`, async () => {
    const before = await edited(await anOpenSave(era), [chest({ 0: weapon() })]);
    const after = await edited(before, [chest({ 0: weapon(aGuid(901), 0) })]);
    const { dynamicItems } = after.save;
    assert.deepEqual(after.save, { ...before.save, dynamicItems });
    assert.deepEqual(dynamicItems.at(-1), weapon(aGuid(901), 0).dynamic);
  });

  test(`${era}: an item that moves takes its record along, whichever slot is edited first`, async () => {
    const before = await anOpenSave(era);
    const expected = withChest(before, { 0: wood(5), 1: moved() }, era);
    const oneWay = await edited(before, [chest({ 2: null }), chest({ 1: moved() })]);
    assert.deepEqual(oneWay.save, expected);
    const otherWay = await edited(before, [chest({ 1: moved() }), chest({ 2: null })]);
    assert.deepEqual(otherWay.save, expected);
  });

  test(`${era}: a container grows and shrinks`, async () => {
    const before = await anOpenSave(era);
    const after = await edited(before, [chest({ 5: wood(1) }, { capacity: 6 })]);
    assert.deepEqual(after.save, withChest(before, { 0: wood(5), 2: egged, 5: wood(1) }, era, 6));
    const again = await edited(after, [chest({ 5: null }, { capacity: 3 })]);
    assert.ok(levelOf(again.files).equals(levelOf(before.files)));
  });

  test(`${era}: what a container cannot hold is refused`, async () => {
    const before = await anOpenSave(era);
    const refused: [RegExp, ItemContainerEdit][] = [
      [/slot 3 does not exist/, chest({ 3: wood(1) })],
      [/no slot -1/, chest({ '-1': wood(1) })],
      [/cannot hold 0 items/, chest({ 0: wood(0) })],
      [/cannot hold 1.5 items/, chest({ 0: wood(1.5) })],
      [/cannot hold 2147483648 items/, chest({ 0: wood(2 ** 31) })],
      [/cannot hold 2 items with one state/, chest({ 0: { ...weapon(), count: 2 } })],
      [/its state is one of WeakerBow/, chest({ 0: { ...weapon(), itemId: 'Wood' } })],
      [/slot 2 is not empty/, chest({}, { capacity: 2 })],
      [/no container/, chest({}, { containerId: aGuid(999) })],
      [/belongs to another slot/, chest({ 1: moved() })],
      [/would be in slot 0 .* and in slot 1/, chest({ 0: armor(), 1: armor() })],
      [/is one of ClothArmor, not of WeakerBow/, chest({ 1: weapon(aGuid(71)) })],
    ];
    for (const [message, edit] of refused)
      await assert.rejects(edited(before, [edit]), { name: 'SaveEditError', message });
  });

  test(`${era}: two containers with one id refuse an edit`, async () => {
    const world = anEmptyWorld({
      itemContainers: [CHEST, CHEST].map((id) => ({ id, capacity: 1, slots: [], storedSlots: 0 })),
    });
    const before = await anOpenSave(era, world);
    await assert.rejects(edited(before, [chest({ 0: wood(1) })]), /two records .*: neither can be edited/);
  });
}

test('an edit that changes nothing gives no file', async () => {
  const before = await anOpenSave('D');
  const after = await edited(before, [chest({ 0: wood(5), 2: egged })]);
  assert.deepEqual(after.changed, []);
});
