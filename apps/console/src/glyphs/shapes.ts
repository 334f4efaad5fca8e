import type { IconShape } from '../kit/Button.tsx';

export const ITEM_CATEGORIES = glyphs({
  weapon: 'M19.5 4.5 9 15l-1.5-1.5L18 3h1.5zM5.5 13.5l5 5M8 16l-4 4',
  ammo: 'M9 20.5V10c0-3 1.2-5 3-6.5 1.8 1.5 3 3.5 3 6.5v10.5zM9 10.5h6M9 17.5h6',
  armor:
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
type ItemCategory = keyof typeof ITEM_CATEGORIES;

/** The categories of types; the others are called like theirs. */
const BY_TYPE: Readonly<Record<string, ItemCategory>> = {
  ...{ MonsterEquipWeapon: 'weapon', Consume: 'consumable' },
  ...{ SpecialWeapon: 'sphere', CaptureItemModifier: 'sphere' },
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
  const { Type = '', Subtype = '' } = item ?? {};
  const called = Type.toLowerCase();
  const isCalled = Object.hasOwn(ITEM_CATEGORIES, called);
  return BY_SUBTYPE[Subtype] ?? BY_TYPE[Type] ?? (isCalled ? (called as ItemCategory) : 'material');
}

/** Glyphs of strokes in the grid of 24, each from the data of one path. A canvas draws the same data by `Path2D`. */
function glyphs<const Name extends string>(paths: Readonly<Record<Name, string>>) {
  return Object.fromEntries(
    Object.entries<string>(paths).map(([name, d]) => [name, [['path', { d }]]]),
  ) as unknown as Readonly<Record<Name, IconShape>>; // the same names
}

export function pathData(shape: IconShape): string {
  return String(shape[0]?.[1].d);
}

/** A number of 32 bits that is the same for the same text in every browser (FNV-1a). */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** The same with its bits mixed: the low ones alone know little of the last letters. */
export function hashOf(text: string): number {
  const hash = fnv1a(text);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** At most two letters that stand for a name: those that begin its first two words; '?' where it has no letter. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '');
  // A Chinese or Korean letter fills the tile alone.
  if (/[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(letters[0] ?? '')) letters.length = 1;
  return letters.join('').toUpperCase() || '?';
}

export const MAP_MARKS = glyphs({
  player: 'M12 6a6 6 0 1 0 0 12 6 6 0 1 0 0-12z',
  base: 'M4 11.5 12 4.5l8 7M6.5 9.8V19.5h11V9.8M10 19.5v-5h4v5',
  fastTravel: 'M12 3.5 16 9l-4 11.5L8 9zM8 9h8',
  tower: 'M8 20.5 9.5 8h5L16 20.5zM7.5 4.5V8h9V4.5M12 4.5V8M11 20.5V16h2v4.5',
  dungeon: 'M4.5 20V12a7.5 7.5 0 0 1 15 0v8zM8.5 20v-7.5a3.5 3.5 0 0 1 7 0V20',
  boss: 'M12 3.8l2.5 5.4 5.7.7-4.2 4 1.1 5.8L12 16.8l-5.1 2.9L8 13.9l-4.2-4 5.7-.7z',
  relic:
    'M12 4c2.8 0 4.5 1.9 4.5 4.3 0 2-1 3.2-2 4.2l1.5 7.5H8l1.5-7.5c-1-1-2-2.2-2-4.2C7.5 5.9 9.2 4 12 4zM10.3 8.5h.01M13.7 8.5h.01',
  drop: 'M4.5 10.5h15v9h-15zM4.5 10.5 7 6h10l2.5 4.5M4.5 14h15M12 13v2.5',
});

export const PAL_MARKS = glyphs({
  male: 'M10 9a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11zM14 10.5 20 4.5M15 4.5h5v5',
  female: 'M12 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11zM12 14.5v6.5M8.8 18h6.4',
  lucky: 'M12 3.5l1.9 6.6 6.6 1.9-6.6 1.9L12 20.5l-1.9-6.6L3.5 12l6.6-1.9z',
  alpha: 'M4 17.5 3.5 7l5 4L12 4.5l3.5 6.5 5-4-.5 10.5zM4 20.5h16',
  star: 'M12 3.8l2.5 5.4 5.7.7-4.2 4 1.1 5.8L12 16.8l-5.1 2.9L8 13.9l-4.2-4 5.7-.7z',
  hurt: 'M12 20C6.5 16 3.5 12.7 3.5 9A4.3 4.3 0 0 1 12 7.7 4.3 4.3 0 0 1 20.5 9c0 3.7-3 7-8.5 11zM12.5 8 10.5 11.5h3.5L12 15',
  sick: 'M10 4.5a2 2 0 0 1 4 0v9a4 4 0 1 1-4 0zM12 9v7.5M17 6h2.5M17 9.5h2.5',
  hungry: 'M7 3.5v6a2 2 0 0 0 2 2v9M11 3.5v6a2 2 0 0 1-2 2M9 3.5v5M16.5 20.5v-7h-2c0-5 .7-8.5 2-10z',
  low: 'M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16zM8.5 16c1-1.5 2.2-2.2 3.5-2.2s2.5.7 3.5 2.2M9 9.5h.01M15 9.5h.01',
});
export type PalMark = keyof typeof PAL_MARKS;

/** Glyphs that kinds of work share. */
const BOLT = 'M13.5 3 6 13.5h5L10.5 21 18 10.5h-5z';
const CRYSTAL = 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.7 4.7 12 7l2.3-2.3M9.7 19.3 12 17l2.3 2.3';

/** The glyphs of the elements, by the game's names. */
export const ELEMENTS = glyphs({
  Fire: 'M12 3c.8 3.6 5.5 5.6 5.5 11a5.5 5.5 0 0 1-11 0c0-2.2 1-3.7 2.3-5 .2 1.5.9 2.3 1.8 2.7C10.2 8.5 10.6 5.5 12 3z',
  Water: 'M12 3.5c3 4 5.5 6.7 5.5 10.5a5.5 5.5 0 0 1-11 0c0-3.8 2.5-6.5 5.5-10.5z',
  Leaf: 'M6 18C4.5 10 9.5 4.8 20 4.5c.3 9.5-4.5 15-14 13.5zM4.5 20.5C7 15 10.5 11.5 15 9.5',
  Electricity: BOLT,
  Ice: CRYSTAL,
  Earth: 'M2.5 18.5 9 7.5l4 6.5 2.5-3.5 6 8zM7.2 10.6 9 12l1.8-1.4',
  Dark: 'M19 14.5A7.8 7.8 0 1 1 10 4.3a6.3 6.3 0 0 0 9 10.2z',
  Dragon:
    'M3.5 5.5c7-1.5 13.5.8 17 6.5-2.8-.6-4.6 0-5.7 1.6-1.4-1-3-1-4.2.1-.8 1-.9 2.3-.4 4.3C6.2 16 4 11.5 3.5 5.5zM3.5 5.5c4 1.5 6.3 4 7.1 8.2M3.5 5.5c5 .6 9 3 11.3 8.1',
  Normal: 'M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13z',
});
type ElementId = keyof typeof ELEMENTS;

/** The element of a name of the game; the neutral one for any other. */
export function elementOf(name: string | undefined): ElementId {
  return name !== undefined && Object.hasOwn(ELEMENTS, name) ? (name as ElementId) : 'Normal';
}

/** The glyphs of the kinds of work, by the game's names and in its order. */
export const WORKS = glyphs({
  EmitFlame:
    'M12 3c.6 2.8 4.2 4.3 4.2 8.3a4.2 4.2 0 0 1-8.4 0c0-1.7.8-2.8 1.7-3.8.2 1.1.7 1.7 1.4 2C10.7 7 11 5 12 3zM5 20l14-2.5M5 17.5 19 20',
  Watering:
    'M12 3c2.2 3 4 5 4 7.7a4 4 0 0 1-8 0C8 8 9.8 6 12 3zM3.5 18.5c2-1.7 3.8-1.7 5.7 0s3.7 1.7 5.6 0 3.7-1.7 5.7 0',
  Seeding:
    'M12 20.5V11M12 12c0-4.3-2.8-6.5-7.5-6.5C4.5 10 7.5 12 12 12zM12 15.5c0-3.6 2.6-5.5 7.5-5.5 0 3.9-3 5.5-7.5 5.5z',
  GenerateElectricity: `${BOLT}M3.5 8.5 5 9.5M3 14h1.8M20.5 15.5 19 14.5M21 10h-1.8`,
  Handcraft: 'M13.5 4.5 19.5 10.5 17 13l-6-6zM13.5 9.5 4.5 18.5l1.5 1.5 9-9M11 7 8.5 6',
  Collection: 'M4 11h16l-2 8.5H6zM7.5 11C7.5 6.5 9.5 4 12 4s4.5 2.5 4.5 7M9.5 14v3M14.5 14v3',
  Deforest: 'M6 20.5 15.5 7M12.5 4.5c3-1.2 6-.5 7.5 1.5.9 2.4.3 5-2 7.5l-2.5-3.8-3.5-2.5z',
  Mining: 'M4 8.5c4.5-4.5 10.5-5 16-1.5M13 5.5 7.5 20.5M4 8.5l1.5.3M20 7l-1.3.8',
  OilExtraction:
    'M8.5 20.5 12 4l3.5 16.5M6.5 20.5h11M10.2 12.5h3.6M9.3 16.5h5.4M19 9.5c1 1.3 1.5 2 1.5 2.8a1.5 1.5 0 0 1-3 0c0-.8.5-1.5 1.5-2.8z',
  ProductMedicine:
    'M10 3.5h4M10.7 3.5v5.5l-5 8.5a2 2 0 0 0 1.7 3h9.2a2 2 0 0 0 1.7-3l-5-8.5V3.5M12 13v4.5M9.7 15.3h4.6',
  Cool: CRYSTAL,
  Transport: 'M4 9.5 11 6l7 3.5v7L11 20l-7-3.5zM4 9.5 11 13l7-3.5M11 13v7M15.5 3.5h5v5',
  MonsterFarm: 'M5.5 20V6l1.5-2 1.5 2v14M15.5 20V6l1.5-2 1.5 2v14M2.5 10h19M2.5 15.5h19',
});
export type WorkId = keyof typeof WORKS;

export const WORK_IDS = Object.keys(WORKS) as WorkId[];
