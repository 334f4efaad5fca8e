import { test } from 'node:test';
import { ZERO_GUID } from '../format/guid.ts';
import { assertBreaks, breaks, nth } from '../testing/assert-breaks.ts';
import { aGuid } from '../testing/save-builder.ts';
import { SOUND, type SoundSave } from '../testing/sound-save.ts';

const { sword, chest } = SOUND;

const chestOf = ({ level }: SoundSave) => nth(level.itemContainers, 12);
const boxOf = ({ level }: SoundSave) => nth(level.itemContainers, 13);

breaks(
  'I1: a weapon without a record',
  sword,
  /The Sword in slot 2 of the container of the Expedition .* has no record/,
  ({ level }) => (level.dynamicItems = []),
);
breaks(
  'I1: a stack of weapons with one record',
  sword,
  /is there 2 times with one record/,
  (save) => (nth(boxOf(save).slots, 0).count = 2),
);
breaks(
  'I1: the record of another item',
  sword,
  /has the record of a Bow/,
  ({ level }) => (nth(level.dynamicItems, 0).itemId = 'Bow'),
);
test('I1: only the former tier of an accessory is left by the game', () => {
  const pair = (inSlot: string, inRecord: string) => (save: SoundSave) => {
    Object.assign(nth(boxOf(save).slots, 0), { itemId: inSlot });
    Object.assign(nth(save.level.dynamicItems, 0), { itemId: inRecord });
  };
  for (const [inSlot, inRecord] of [
    ['Accessory_HP_1', 'Accessory_HP_2'],
    ['Accessory_Attackup1', 'Accessory_AttackUp3'],
  ] as const) {
    assertBreaks('I1', sword, /its tier before 1.0/, pair(inSlot, inRecord), 'left by the game');
  }
  for (const [inSlot, inRecord] of [
    ['Accessory_HP_1', 'Accessory_Attack_2'],
    ['Accessory_HP_2', 'Accessory_HP_1'],
    ['Sword_1', 'Sword_2'],
  ] as const) {
    assertBreaks('I1', sword, /cannot be used/, pair(inSlot, inRecord));
  }
});
breaks(
  'I1: a slot and a record of different worlds',
  sword,
  /another world/,
  ({ level }) => (nth(level.dynamicItems, 0).worldId = aGuid(7)),
);
breaks('I2: a weapon in two slots', sword, /is in another slot too/, (save) =>
  chestOf(save).slots.push({ index: 1, count: 1, itemId: 'Sword', worldId: ZERO_GUID, localId: sword }),
);
breaks('I3: a record of no slot', sword, /belongs to no slot/, (save) => (boxOf(save).slots = []));

for (const [title, slot] of [
  ['a count of 0', { itemId: 'Wood', count: 0 }],
  ['no item', { itemId: 'None', count: 1 }],
] as const) {
  test(`I4: a stored slot with ${title}`, () =>
    assertBreaks('I4', `${chest}/7`, /is stored, but empty/, (save) => {
      chestOf(save).slots.push({ index: 7, ...slot, worldId: ZERO_GUID, localId: ZERO_GUID });
    }));
}
