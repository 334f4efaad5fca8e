// The rows of the catalogue. Each interface is one data file; tables.ts reads its cells.
import type { EquipContainer, ItemTypeA, LimitName, MapObjectKind, PalVariant, PlaceKind } from './names.ts';

export interface Item {
  readonly id: string;
  readonly name: string | null;
  /** The container it may be equipped in; null for what cannot be equipped. */
  readonly equip: EquipContainer | null;
  readonly typeA: ItemTypeA | null;
  /** The game's finer type, such as `WeaponBow`. */
  readonly typeB: string | null;
  /** 0 common, 1 uncommon, 2 rare, 3 epic, 4 legendary; other values are special. */
  readonly rarity: number;
  /** Most units in one slot. */
  readonly stack: number;
  /** Weight of one unit. */
  readonly weight: number;
  /** When set, each unit is its own instance with its own state, and never stacks. */
  readonly dynamic: 'weapon' | 'armor' | 'egg' | null;
  /** The game's own table switches it off. */
  readonly disabled: boolean;
}

/** State of a weapon or armour fresh from the bench. Dynamic items without a row have no state to fill in. */
export interface ItemDynamics {
  readonly id: string;
  /** Points when unworn. */
  readonly durability: number | null;
  /** Rounds in a full magazine. */
  readonly magazine: number | null;
}

/** An id of public lists that the game's 1.0 item table lacks: NPC weapons, debug and removed items. */
export interface UnlistedItem {
  readonly id: string;
}

/** A row of pals.json. Alphas (`BOSS_<id>`) have no row: see {@link Pal}. */
export interface PalRow {
  readonly id: string;
  readonly name: string;
  /** Null for the ordinary form. */
  readonly variant: PalVariant | null;
  /** The ordinary form of a variant. */
  readonly base: string | null;
  /** Number in the Paldeck. */
  readonly deck: number | null;
  /** The key under which captures are counted. */
  readonly tribe: string;
  /** Main element first. */
  readonly elements: readonly string[];
  readonly rarity: number;
  /** Base values; an alpha's HP factor is not in them. */
  readonly hp: number;
  readonly attack: number;
  readonly defense: number;
  /** Food points when full. */
  readonly stomach: number;
  readonly stamina: number;
  /** Chance of male in percent; null for those without gender. */
  readonly malePct: number | null;
  /** Ranks in the order of WORK_SUITABILITIES. */
  readonly work: readonly number[];
  readonly innatePassives: readonly string[];
  /** The egg it ordinarily hatches from. */
  readonly egg: string | null;
  readonly disabled: boolean;
}

export interface Pal extends PalRow {
  /** A `BOSS_` form: the values are its ordinary form's, max HP takes 1.2 times the base. */
  readonly alpha: boolean;
  /** The id of the row the values come from: the id without `BOSS_`. */
  readonly species: string;
}

export interface Learnset {
  readonly id: string;
  readonly learnset: readonly LearntAt[];
}

export type LearntAt = readonly [level: number, skill: string];

/** People: character ids, not `UniqueNPCID` values. */
export interface Npc {
  readonly id: string;
  readonly name: string;
  readonly hp: number;
  readonly attack: number;
  readonly defense: number;
  readonly stomach: number;
  readonly stamina: number;
  /** Ranks in the order of WORK_SUITABILITIES. */
  readonly work: readonly number[];
  readonly disabled: boolean;
}

/** A named person, by `UniqueNPCID`. The game knows 216; the catalogue holds those with evidence. */
export interface UniqueNpc {
  readonly id: string;
  /** The `Npc` whose body and values it has. */
  readonly characterId: string;
}

/** In order of level: a technology comes after those it requires. */
export interface Technology {
  readonly id: string;
  readonly name: string;
  /** Player level from which it can be learnt. */
  readonly level: number;
  /** Technology points, or ancient ones. */
  readonly cost: number;
  readonly ancient: boolean;
  readonly requireTech: string | null;
  readonly requireTower: string | null;
  readonly requireResearch: string | null;
}

/** Total EXP at which a level begins. */
export interface LevelTotals {
  readonly level: number;
  readonly playerTotal: number;
  readonly palTotal: number;
}

export interface FriendshipRank {
  /** -3 to 10. */
  readonly rank: number;
  /** Least points of a rank; of a negative rank, the most. */
  readonly points: number;
}

export interface Passive {
  readonly id: string;
  readonly name: string;
  /** Negative is bad, 4 and up rainbow. */
  readonly rank: number;
  /** May be rolled on a Pal. */
  readonly pal: boolean;
  /** May be rolled on a lucky Pal. */
  readonly rarePal: boolean;
}

export interface ActiveSkill {
  readonly id: string;
  readonly name: string | null;
  readonly element: string | null;
  /** `Shot` or `Melee`. */
  readonly category: string | null;
  readonly power: number | null;
  readonly cooldownSeconds: number | null;
  /** False for partner skills and the moves of bosses and people: known by id only. */
  readonly listed: boolean;
}

/** In the order of the save's own list. */
export interface Research {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly requires: string | null;
  /** Work amount; saves may stand slightly above it once done. */
  readonly requiredWork: number;
}

export interface Expedition {
  /** The name the API and saves use. */
  readonly id: string;
  /** The name in the game's table. */
  readonly row: string;
  readonly name: string;
  readonly seconds: number;
  readonly difficulty: string | null;
  /** Strength that the Pals sent should have together. */
  readonly strength: number | null;
  /** `elementCount` of the Pals should have this element. */
  readonly element: string | null;
  readonly elementCount: number | null;
  /** Tower counts (`countKeyNormal`, `countKeyHard`) that show and release it. */
  readonly visibleAfter: string | null;
  readonly unlockAfter: string | null;
}

export interface TowerBoss {
  readonly id: string;
  readonly bossName: string | null;
  readonly towerName: string | null;
  readonly palNormal: string | null;
  readonly palHard: string | null;
  /** Key of the save's `TowerBossDefeatFlag`. */
  readonly saveFlag: string;
  /** Keys of `TowerBossDefeatCount`; null where no hard form is known. */
  readonly countKeyNormal: string;
  readonly countKeyHard: string | null;
}

export interface RaidBoss {
  /** The slab item, which is the defeat key as well. */
  readonly id: string;
  readonly palId: string;
  readonly bossName: string;
  readonly ultra: boolean;
}

export interface FieldBoss {
  /** The spawner, which is the defeat flag as well. */
  readonly id: string;
  readonly kind: 'alpha' | 'bounty';
  readonly characterId: string;
  readonly name: string;
  readonly level: number;
}

export interface PlaceableObject {
  readonly id: string;
  readonly name: string | null;
  /** Our own kinds. For what a deleted base reports, see map-object-class.ts. */
  readonly class: MapObjectKind;
  /** Its part of the build menu, such as `Furniture`. */
  readonly menu: string | null;
}

/** What an egg item is like. The item itself is in `items`. */
export interface Egg {
  readonly id: string;
  /** Null for World Tree and mutation eggs. */
  readonly element: string | null;
  /** 1 to 5; null where the game has one size only. */
  readonly tier: number | null;
  /** Rarity of the Pals that it ordinarily holds. */
  readonly palRarityMin: number | null;
  readonly palRarityMax: number | null;
}

/** In the order of the game's enumeration. */
export interface Relic {
  readonly id: string;
  readonly name: string;
  readonly itemId: string;
  readonly itemName: string;
  /** How many lie in the world. */
  readonly fieldCount: number;
  readonly maxRank: number;
  /** Relics that each rank costs, from rank 1 on. */
  readonly costPerRank: readonly number[];
}

/** A point of the world, in cm. */
export interface Place {
  /** The key of the player's flag, where there is one; a boss with several places has `#2`, `#3` after it. */
  readonly id: string;
  readonly kind: PlaceKind;
  readonly name: string | null;
  readonly area: 'MainMap' | 'Tree';
  readonly x: number;
  readonly y: number;
  /** Null for dungeons and predators. */
  readonly z: number | null;
  /** Relic type or field boss. */
  readonly subject: string | null;
  readonly level: number | null;
}

/** A player's container. */
export interface InventoryContainer {
  /** The API's name for it. */
  readonly id: string;
  /** The field of the player file's `InventoryInfo`. */
  readonly saveField: string;
  readonly slots: number;
  readonly maxSlots: number;
  /** Empty accepts all. */
  readonly acceptsTypeA: readonly string[];
}

export interface Limit {
  readonly id: LimitName;
  readonly value: number;
}
