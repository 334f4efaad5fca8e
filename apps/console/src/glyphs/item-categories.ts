import { glyphs } from './paths.ts';

/** The glyphs of the kinds of items. */
export const ITEM_CATEGORIES = glyphs({
  weapon: 'M19.5 4.5 9 15l-1.5-1.5L18 3h1.5zM5.5 13.5l5 5M8 16l-4 4',
  ammo: 'M9 20.5V10c0-3 1.2-5 3-6.5 1.8 1.5 3 3.5 3 6.5v10.5zM9 10.5h6M9 17.5h6',
  armour:
    'M12 3.5c2.5 1.6 4.8 2.3 7.5 2.5 0 7-2.3 11.5-7.5 14.5C6.8 17.5 4.5 13 4.5 6 7.2 5.8 9.5 5.1 12 3.5z',
  accessory: 'M12 9a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 1 0 12 9zM9 9.8 7.5 6l2-2.5h5l2 2.5L15 9.8M7.5 6h9',
  food: 'M12 8c-1.5-1.8-4.5-1.7-6 .3-2 2.7-.7 8.2 2 11 1.3 1.3 2.7.9 4 .3 1.3.6 2.7 1 4-.3 2.7-2.8 4-8.3 2-11-1.5-2-4.5-2.1-6-.3zM12 8c0-2 .8-3.6 2.7-4.5',
  consumable: 'M9.5 3.5h5M10.3 3.5v4L7.5 11v7.5a2 2 0 0 0 2 2h5a2 2 0 0 0 2-2V11l-2.8-3.5v-4M7.5 14h9',
  material: 'M12 3.5 20 8v8l-8 4.5L4 16V8zM4 8l8 4.5L20 8M12 12.5v8',
  ingot: 'M7.5 8.5h9l4 8h-17zM7.5 8.5 9 5.5h6l1.5 3',
  blueprint: 'M5 3.5h10l4 4v13H5zM15 3.5v4h4M8.5 12h7M8.5 15.5h7M10.5 10v7.5',
  sphere:
    'M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16zM4 12h5.5M14.5 12H20M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5z',
  glider: 'M3 10.5C6 6 9 4.5 12 4.5s6 1.5 9 6l-4.5-.5L12 11l-4.5-1zM7.5 10 12 20l4.5-10M12 11v9',
  essential: 'M8 14.5a4 4 0 1 0 0-8 4 4 0 1 0 0 8zM11.5 12.5 20 16l-1 3M16.5 14.5l-1 2.5M8 10.5h.01',
  egg: 'M12 3.5c3.5 0 6.5 5 6.5 9.5s-2.8 7.5-6.5 7.5S5.5 17.5 5.5 13 8.5 3.5 12 3.5zM6 11.5l3 2 3-2.5 3 2.5 3-2',
  implant:
    'M7.5 7.5h9v9h-9zM10 7.5v-3M14 7.5v-3M10 19.5v-3M14 19.5v-3M7.5 10h-3M7.5 14h-3M19.5 10h-3M19.5 14h-3M11 12h2',
});
export type ItemCategory = keyof typeof ITEM_CATEGORIES;

const BY_TYPE: Readonly<Record<string, ItemCategory>> = {
  Weapon: 'weapon',
  MonsterEquipWeapon: 'weapon',
  SpecialWeapon: 'sphere',
  CaptureItemModifier: 'sphere',
  Ammo: 'ammo',
  Armor: 'armour',
  Accessory: 'accessory',
  Food: 'food',
  Consume: 'consumable',
  Material: 'material',
  Blueprint: 'blueprint',
  Glider: 'glider',
  Essential: 'essential',
};

/** Subtypes that say more than their type. */
const BY_SUBTYPE: Readonly<Record<string, ItemCategory>> = {
  MaterialIngot: 'ingot',
  MaterialPalEgg: 'egg',
  Blueprint: 'blueprint',
  ConsumePassiveSkillChange: 'implant',
  Essential_PassiveSkillChange: 'implant',
};

/** The kind of an item of the catalogue; `material` for what it does not know. */
export function itemCategory(item: { Type: string; Subtype: string } | undefined): ItemCategory {
  if (item === undefined) return 'material';
  return BY_SUBTYPE[item.Subtype] ?? BY_TYPE[item.Type] ?? 'material';
}
