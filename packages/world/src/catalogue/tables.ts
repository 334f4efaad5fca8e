// The schema of each data file: its columns and the values of a cell. The loader checks every row against it, ours
// and an operator's alike, and scripts/make-catalogue.ts writes files that conform to it.
import {
  amount,
  type Column,
  coordinate,
  flag,
  id,
  learntAt,
  listOf,
  oneOf,
  optional,
  percent,
  positive,
  text,
  whole,
  withDefault,
  workRanks,
} from './columns.ts';
import {
  EQUIP_CONTAINERS,
  ITEM_TYPES_A,
  LIMIT_NAMES,
  MAP_OBJECT_KINDS,
  PAL_VARIANTS,
  PLACE_KINDS,
} from './names.ts';
import type {
  ActiveSkill,
  Egg,
  Expedition,
  FieldBoss,
  FriendshipRank,
  InventoryContainer,
  Item,
  ItemDynamics,
  Learnset,
  LevelTotals,
  Limit,
  Npc,
  PalRow,
  Passive,
  Place,
  PlaceableObject,
  RaidBoss,
  Relic,
  Research,
  Technology,
  TowerBoss,
  UniqueNpc,
  UnlistedItem,
} from './rows.ts';

export type Columns<Row> = { readonly [K in keyof Row]-?: Column<Row[K]> };

export interface TableSpec<Row> {
  /** The data file is `<name>.json`. */
  readonly name: string;
  /** The key column. Text matches in any case. */
  readonly key: keyof Row & string;
  readonly columns: Columns<Row>;
}

export const ITEMS: TableSpec<Item> = {
  name: 'items',
  key: 'id',
  columns: {
    id,
    name: optional(text),
    equip: optional(oneOf(EQUIP_CONTAINERS)),
    typeA: optional(oneOf(ITEM_TYPES_A)),
    typeB: withDefault(optional(id), null),
    rarity: withDefault(amount, 0),
    stack: positive,
    weight: amount,
    dynamic: optional(oneOf(['weapon', 'armor', 'egg'])),
    disabled: flag,
  },
};
export const ITEM_DYNAMICS: TableSpec<ItemDynamics> = {
  name: 'itemDynamics',
  key: 'id',
  columns: { id, durability: optional(amount), magazine: optional(amount) },
};
export const UNLISTED_ITEMS: TableSpec<UnlistedItem> = { name: 'unlistedItems', key: 'id', columns: { id } };
export const PALS: TableSpec<PalRow> = {
  name: 'pals',
  key: 'id',
  columns: {
    id,
    name: text,
    variant: optional(oneOf(PAL_VARIANTS)),
    base: optional(id),
    deck: withDefault(optional(positive), null),
    tribe: id,
    elements: listOf(id),
    rarity: amount,
    hp: amount,
    attack: amount,
    defense: amount,
    stomach: amount,
    stamina: amount,
    malePct: optional(percent),
    work: workRanks,
    innatePassives: listOf(id),
    egg: optional(id),
    disabled: flag,
  },
};
export const LEARNSETS: TableSpec<Learnset> = {
  name: 'learnsets',
  key: 'id',
  columns: { id, learnset: listOf(learntAt) },
};
export const NPCS: TableSpec<Npc> = {
  name: 'npcs',
  key: 'id',
  columns: {
    id,
    name: text,
    hp: amount,
    attack: amount,
    defense: amount,
    stomach: amount,
    stamina: amount,
    work: workRanks,
    disabled: flag,
  },
};
export const UNIQUE_NPCS: TableSpec<UniqueNpc> = {
  name: 'uniqueNpcs',
  key: 'id',
  columns: { id, characterId: id },
};
export const TECHNOLOGIES: TableSpec<Technology> = {
  name: 'technologies',
  key: 'id',
  columns: {
    id,
    name: text,
    level: positive,
    cost: amount,
    ancient: flag,
    requireTech: optional(id),
    requireTower: optional(id),
    requireResearch: optional(id),
  },
};
export const EXPERIENCE: TableSpec<LevelTotals> = {
  name: 'experience',
  key: 'level',
  columns: { level: positive, playerTotal: amount, palTotal: amount },
};
export const FRIENDSHIP: TableSpec<FriendshipRank> = {
  name: 'friendship',
  key: 'rank',
  columns: { rank: whole, points: whole },
};
export const PASSIVES: TableSpec<Passive> = {
  name: 'passives',
  key: 'id',
  columns: { id, name: text, rank: whole, pal: flag, rarePal: flag },
};
export const ACTIVE_SKILLS: TableSpec<ActiveSkill> = {
  name: 'activeSkills',
  key: 'id',
  columns: {
    id,
    name: optional(text),
    element: optional(id),
    category: withDefault(optional(id), null),
    power: withDefault(optional(amount), null),
    cooldownSeconds: withDefault(optional(amount), null),
    listed: flag,
  },
};
export const RESEARCH: TableSpec<Research> = {
  name: 'research',
  key: 'id',
  columns: { id, name: text, category: id, requires: optional(id), requiredWork: amount },
};
export const EXPEDITIONS: TableSpec<Expedition> = {
  name: 'expeditions',
  key: 'id',
  columns: {
    id,
    row: id,
    name: text,
    seconds: positive,
    difficulty: withDefault(optional(id), null),
    strength: withDefault(optional(amount), null),
    element: withDefault(optional(id), null),
    elementCount: withDefault(optional(positive), null),
    visibleAfter: optional(id),
    unlockAfter: optional(id),
  },
};
export const TOWER_BOSSES: TableSpec<TowerBoss> = {
  name: 'towerBosses',
  key: 'id',
  columns: {
    id,
    bossName: optional(text),
    towerName: withDefault(optional(text), null),
    palNormal: optional(id),
    palHard: optional(id),
    saveFlag: id,
    countKeyNormal: id,
    countKeyHard: optional(id),
  },
};
export const RAID_BOSSES: TableSpec<RaidBoss> = {
  name: 'raidBosses',
  key: 'id',
  columns: { id, palId: id, bossName: text, ultra: flag },
};
export const FIELD_BOSSES: TableSpec<FieldBoss> = {
  name: 'fieldBosses',
  key: 'id',
  columns: { id, kind: oneOf(['alpha', 'bounty']), characterId: id, name: text, level: positive },
};
export const MAP_OBJECTS: TableSpec<PlaceableObject> = {
  name: 'mapObjects',
  key: 'id',
  columns: {
    id,
    name: optional(text),
    class: oneOf(MAP_OBJECT_KINDS),
    menu: withDefault(optional(id), null),
  },
};
export const EGGS: TableSpec<Egg> = {
  name: 'eggs',
  key: 'id',
  columns: {
    id,
    element: optional(id),
    tier: optional(positive),
    palRarityMin: optional(amount),
    palRarityMax: optional(amount),
  },
};
export const RELICS: TableSpec<Relic> = {
  name: 'relics',
  key: 'id',
  columns: {
    id,
    name: text,
    itemId: id,
    itemName: text,
    fieldCount: amount,
    maxRank: positive,
    costPerRank: listOf(positive),
  },
};
export const PLACES: TableSpec<Place> = {
  name: 'places',
  key: 'id',
  columns: {
    id,
    kind: oneOf(PLACE_KINDS),
    name: optional(text),
    area: oneOf(['MainMap', 'Tree']),
    x: coordinate,
    y: coordinate,
    z: optional(coordinate),
    subject: optional(id),
    level: optional(positive),
  },
};
export const CONTAINERS: TableSpec<InventoryContainer> = {
  name: 'containers',
  key: 'id',
  columns: { id, saveField: id, slots: positive, maxSlots: positive, acceptsTypeA: listOf(id) },
};
export const LIMITS: TableSpec<Limit> = {
  name: 'limits',
  key: 'id',
  columns: { id: oneOf(LIMIT_NAMES), value: whole },
};
