import { isObject, jsonFault, parseJson } from '@palatine/platform/json';
import {
  amount,
  type Column,
  coordinate,
  flag,
  id,
  integer,
  learntAt,
  listOf,
  oneOf,
  optional,
  percent,
  positive,
  text,
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

// The tables of the catalogue: the columns of each data file, and so the fields of its rows. The loader checks every row
// against them, ours and an operator's alike, and build/make-catalogue.ts writes files that conform to them.

type Columns<Row> = { readonly [K in keyof Row]-?: Column<Row[K]> };

export interface TableSpec<Row> {
  /** The key column. Text matches in any case. */
  readonly key: keyof Row & string;
  readonly columns: Columns<Row>;
}

function table<C extends Record<string, Column<unknown>>>(columns: C, key: keyof C & string = 'id') {
  return { key, columns };
}

/** By name: the data file is `<name>.json`. */
export const TABLES = {
  items: table({
    id,
    name: optional(text),
    /** The container it may be equipped in; null for what cannot be equipped. */
    equip: optional(oneOf(EQUIP_CONTAINERS)),
    typeA: optional(oneOf(ITEM_TYPES_A)),
    /** The game's finer type, such as `WeaponBow`. */
    typeB: withDefault(optional(id), null),
    /** 0 common, 1 uncommon, 2 rare, 3 epic, 4 legendary; other values are special. */
    rarity: withDefault(amount, 0),
    stack: positive,
    weight: amount,
    /** When set, each unit is its own instance with its own state, and never stacks. */
    dynamic: optional(oneOf(['weapon', 'armor', 'egg'])),
    /** The game's own table switches it off. */
    disabled: flag,
  }),
  /** State of a weapon or armor fresh from the bench. Dynamic items without a row have no state to fill in. */
  itemDynamics: table({ id, durability: optional(amount), magazine: optional(amount) }),
  /** An id of public lists that the game's 1.0 item table lacks: NPC weapons, debug and removed items. */
  unlistedItems: table({ id }),
  /** A row of pals.json. Alphas (`BOSS_<id>`) have no row: see {@link Pal}. */
  pals: table({
    id,
    name: text,
    /** Null for the ordinary form. */
    variant: optional(oneOf(PAL_VARIANTS)),
    /** The ordinary form of a variant. */
    base: optional(id),
    deck: withDefault(optional(positive), null),
    /** The key of its captures in save files. */
    tribe: id,
    /** Main element first. */
    elements: listOf(id),
    rarity: amount,
    /** Base values; an alpha's HP factor is not in them. */
    hp: amount,
    attack: amount,
    defense: amount,
    /** Food points when full. */
    stomach: amount,
    stamina: amount,
    /** Chance of male in percent; null for those without gender. */
    malePct: optional(percent),
    /** Ranks in the order of WORK_SUITABILITIES. */
    work: workRanks,
    innatePassives: listOf(id),
    /** The egg it ordinarily hatches from. */
    egg: optional(id),
    disabled: flag,
  }),
  learnsets: table({ id, learnset: listOf(learntAt) }),
  /** People: character ids, not `UniqueNPCID` values. */
  npcs: table({
    id,
    name: text,
    hp: amount,
    attack: amount,
    defense: amount,
    stomach: amount,
    stamina: amount,
    /** Ranks in the order of WORK_SUITABILITIES. */
    work: workRanks,
    disabled: flag,
  }),
  /** A named person, by `UniqueNPCID`. The game has 216; the catalogue holds those with evidence. */
  uniqueNpcs: table({
    id,
    /** The `Npc` with the same body and values. */
    characterId: id,
  }),
  /** In order of level: a technology comes after those it requires. */
  technologies: table({
    id,
    name: text,
    /** Player level from which it can be learned. */
    level: positive,
    /** Technology points, or ancient ones. */
    cost: amount,
    ancient: flag,
    requireTech: optional(id),
    requireTower: optional(id),
    requireResearch: optional(id),
  }),
  /** Total EXP at which a level begins. */
  experience: table({ level: positive, playerTotal: amount, palTotal: amount }, 'level'),
  friendship: table(
    {
      /** -3 to 10. */
      rank: integer,
      /** Minimum points of a rank; of a negative rank, the maximum. */
      points: integer,
    },
    'rank',
  ),
  passives: table({
    id,
    name: text,
    /** Negative is bad, 4 and up rainbow. */
    rank: integer,
    /** May be rolled on a Pal. */
    pal: flag,
    /** May be rolled on a lucky Pal. */
    rarePal: flag,
  }),
  activeSkills: table({
    id,
    name: optional(text),
    element: optional(id),
    /** `Shot` or `Melee`. */
    category: withDefault(optional(id), null),
    power: withDefault(optional(amount), null),
    cooldownSeconds: withDefault(optional(amount), null),
    /** False for partner skills and the moves of bosses and people: known by id only. */
    listed: flag,
  }),
  /** In the order of the save's own list. */
  research: table({
    id,
    name: text,
    category: id,
    requires: optional(id),
    /** Work amount; saves may hold slightly more once done. */
    requiredWork: amount,
  }),
  expeditions: table({
    /** The name the API and saves use. */
    id,
    /** The name in the game's table. */
    row: id,
    name: text,
    seconds: positive,
    difficulty: withDefault(optional(id), null),
    /** Strength that the Pals sent should have together. */
    strength: withDefault(optional(amount), null),
    /** `elementCount` of the Pals should have this element. */
    element: withDefault(optional(id), null),
    elementCount: withDefault(optional(positive), null),
    /** Tower counts (`countKeyNormal`, `countKeyHard`) that show and release it. */
    visibleAfter: optional(id),
    unlockAfter: optional(id),
  }),
  towerBosses: table({
    id,
    bossName: optional(text),
    towerName: withDefault(optional(text), null),
    palNormal: optional(id),
    palHard: optional(id),
    /** Key of the save's `TowerBossDefeatFlag`. */
    saveFlag: id,
    /** Keys of `TowerBossDefeatCount`; null where no hard form is known. */
    countKeyNormal: id,
    countKeyHard: optional(id),
  }),
  raidBosses: table({
    /** The slab item, which is the defeat key as well. */
    id,
    palId: id,
    bossName: text,
    ultra: flag,
  }),
  fieldBosses: table({
    /** The spawner, which is the defeat flag as well. */
    id,
    kind: oneOf(['alpha', 'bounty']),
    characterId: id,
    name: text,
    level: positive,
  }),
  mapObjects: table({
    id,
    name: optional(text),
    /** Kinds of Palatine. For the counts of a deleted base, see map-object-class.ts. */
    class: oneOf(MAP_OBJECT_KINDS),
    /** Its part of the build menu, such as `Furniture`. */
    menu: withDefault(optional(id), null),
  }),
  eggs: table({
    id,
    /** Null for World Tree and mutation eggs. */
    element: optional(id),
    /** 1 to 5; null where the game has one size only. */
    tier: optional(positive),
    /** Rarity of the Pals that it ordinarily holds. */
    palRarityMin: optional(amount),
    palRarityMax: optional(amount),
  }),
  /** In the order of the game's enumeration. */
  relics: table({
    id,
    name: text,
    itemId: id,
    itemName: text,
    fieldCount: amount,
    maxRank: positive,
    /** Relics that each rank costs, from rank 1 on. */
    costPerRank: listOf(positive),
  }),
  /** A point of the world, in cm. */
  places: table({
    /** The key of the player's flag, where there is one; a boss with several places has `#2`, `#3` after it. */
    id,
    kind: oneOf(PLACE_KINDS),
    name: optional(text),
    area: oneOf(['MainMap', 'Tree']),
    x: coordinate,
    y: coordinate,
    /** Null for dungeons and predators. */
    z: optional(coordinate),
    /** Relic type or field boss. */
    subject: optional(id),
    level: optional(positive),
  }),
  containers: table({
    /** The API's name for it. */
    id,
    /** The field of the player file's `InventoryInfo`. */
    saveField: id,
    slots: positive,
    maxSlots: positive,
    /** Empty accepts all. */
    acceptsTypeA: listOf(id),
  }),
  limits: table({ id: oneOf(LIMIT_NAMES), value: integer }),
} as const;

export type TableName = keyof typeof TABLES;

export type RowOf<Name extends TableName> = {
  readonly [K in keyof (typeof TABLES)[Name]['columns']]: (typeof TABLES)[Name]['columns'][K] extends Column<
    infer T
  >
    ? T
    : never;
};

export type Item = RowOf<'items'>;
export type PalRow = RowOf<'pals'>;
export type Npc = RowOf<'npcs'>;
export type Egg = RowOf<'eggs'>;

/** A Pal, or its alpha, which has no row. */
export interface Pal extends PalRow {
  /** A `BOSS_` form: the values are its ordinary form's, max HP takes 1.2 times the base. */
  readonly alpha: boolean;
  /** The id of the row the values come from: the id without `BOSS_`. */
  readonly species: string;
}

/** A problem in an operator's file. Reported, never thrown. */
export interface CatalogueProblem {
  readonly file: string;
  /** `row 3, column stack`, or '' for the whole file. */
  readonly place: string;
  readonly reason: string;
}

export type Report = (place: string, reason: string) => void;

/** Reads `{ "columns": [...], "rows": [[...], ...] }` in any order. Reports and skips invalid rows. */
export function readRows<Row>(spec: TableSpec<Row>, json: string, report: Report, parse = parseJson): Row[] {
  let content: unknown;
  try {
    content = parse(json);
  } catch (error) {
    report('', jsonFault(error, `is not JSON: ${error instanceof Error ? error.message : String(error)}`));
    return [];
  }
  if (!isObject(content) || !Array.isArray(content.columns) || !Array.isArray(content.rows)) {
    report('', 'must be an object with "columns" and "rows", both lists');
    return [];
  }

  const header = readHeader(spec, content.columns, report);
  if (!header) return [];
  return content.rows.flatMap((cells: unknown, index) => {
    const row = readRow<Row>(header, cells, (place, reason) => report(`row ${index + 1}${place}`, reason));
    return row ?? [];
  });
}

type NamedColumn = readonly [name: string, column: Column<unknown>];

type Header = NonNullable<ReturnType<typeof readHeader>>;

/** The columns of a file, and the values of those that it leaves out. */
function readHeader<Row>(spec: TableSpec<Row>, header: unknown[], report: Report) {
  const remaining = new Map<unknown, Column<unknown>>(Object.entries<Column<unknown>>(spec.columns));
  const columns: NamedColumn[] = [];
  const errors: string[] = [];
  for (const name of header) {
    const column = remaining.get(name);
    if (!column) errors.push(`${JSON.stringify(name)} is unknown or duplicate`);
    else columns.push([String(name), column]);
    remaining.delete(name);
  }
  const absent: Record<string, unknown> = {};
  for (const [name, column] of remaining) {
    absent[String(name)] = column.absent;
    if (column.absent === undefined) errors.push(`"${String(name)}" is missing`);
  }
  if (errors.length === 0) return { columns, absent };
  report('columns', errors.join('; '));
  return undefined;
}

function readRow<Row>({ columns, absent }: Header, cells: unknown, report: Report): Row | undefined {
  if (!Array.isArray(cells) || cells.length !== columns.length) {
    report('', `must be a list of ${columns.length} cells, one per column`);
    return undefined;
  }
  const row: Record<string, unknown> = { ...absent };
  let good = true;
  for (const [index, [name, column]] of columns.entries()) {
    const value = column.read(cells[index]);
    if (value === undefined) {
      report(`, column ${name}`, `must be ${column.expects}`);
      good = false;
    }
    row[name] = value;
  }
  return good ? (row as Row) : undefined; // every column of the spec has read its cell
}
