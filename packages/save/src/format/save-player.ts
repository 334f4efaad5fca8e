import { ZERO_GUID } from './guid.ts';

/** Counts by id, without a prototype: an id `__proto__` is a key like any other. */
export type SaveCounters = Record<string, number>;
/** Flags by id, with keys like those of `SaveCounters`. */
export type SaveFlags = Record<string, boolean>;

/** An empty table by id, without a prototype. */
export function table<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/** A file of `Players/` (docs/save-format.md#player-files). */
export type SavePlayer = ReturnType<typeof defaultPlayer>;

/** A player with every value at the game's default. `file` is the path inside the save folder, with forward slashes. */
export function defaultPlayer(file: string) {
  return {
    file,
    uid: ZERO_GUID,
    /** Joins to `SaveCharacter.instanceId`; check the uid too, two files may name one character. */
    instanceId: ZERO_GUID,
    location: { x: 0, y: 0, z: 0 },
    /** `Steam`, `Xbox`, …; '' before 1.0. */
    platform: '',
    /** UTC, ms since 1970; null before 1.0. */
    lastOnlineAtMs: null as number | null,
    inventory: {
      common: ZERO_GUID,
      essential: ZERO_GUID,
      weapons: ZERO_GUID,
      armor: ZERO_GUID,
      food: ZERO_GUID,
      dropSlot: ZERO_GUID,
    },
    teamContainerId: ZERO_GUID,
    palboxContainerId: ZERO_GUID,
    technologyPoints: 0,
    ancientTechnologyPoints: 0,
    unlockedTechnologies: [] as string[],
    records: noStatistics(),
  };
}

interface Types {
  counts: SaveCounters;
  flags: SaveFlags;
  number: number;
  /** A number, or the sum of a map of numbers: the game keeps some totals per kind. */
  total: number;
  flag: boolean;
}

/** The statistics in `RecordData` of a player file: the property of each, and what it holds. */
export const STATISTICS = {
  towerBossDefeatCount: ['TowerBossDefeatCount', 'counts'],
  towerBossDefeatFlag: ['TowerBossDefeatFlag', 'flags'],
  normalBossDefeatFlag: ['NormalBossDefeatFlag', 'flags'],
  raidBossDefeatCount: ['RaidBossDefeatCount', 'counts'],
  predatorDefeatCount: ['PredatorDefeatCount', 'total'],
  tribeCaptureCount: ['TribeCaptureCount', 'number'],
  palCaptureCount: ['PalCaptureCount', 'counts'],
  palCaptureBonusCount: ['PalCaptureBonusCount', 'counts'],
  palButcherCount: ['PalButcherCount', 'counts'],
  craftItemCount: ['CraftItemCount', 'counts'],
  normalDungeonClearCount: ['NormalDungeonClearCount', 'number'],
  fixedDungeonClearCount: ['FixedDungeonClearCount', 'number'],
  oilrigClearCount: ['OilrigClearCount', 'total'],
  campConqueredCount: ['CampConqueredCount', 'number'],
  foundTreasureCount: ['FoundTreasureCount', 'number'],
  palRankupCount: ['PalRankupCount', 'counts'],
  arenaSoloClearCount: ['ArenaSoloClearCount', 'counts'],
  npcTalkCount: ['NPCTalkCountMap', 'counts'],
  fishingCount: ['FishingCountMap', 'counts'],
  firstFishingComplete: ['bFirstFishingComplete', 'flag'],
  /** Lifmunk effigies in hand; equals `relics.CapturePower` where both exist. */
  relicPossessNum: ['RelicPossessNum', 'number'],
  /** By relic type without its enum prefix. */
  relics: ['RelicPossessNumMap', 'counts'],
} as const satisfies Record<string, readonly [property: string, holds: keyof Types]>;

type Statistics = {
  -readonly [Name in keyof typeof STATISTICS]: Types[(typeof STATISTICS)[Name][1]];
};

/** `RecordData` of a player file; all 0 or empty for a new player. */
export interface SavePlayerStatistics extends Statistics {
  discoveries: SaveDiscoveries;
}

export function noStatistics(): SavePlayerStatistics {
  const none = { counts: table, flags: table, number: () => 0, total: () => 0, flag: () => false };
  const values = Object.entries(STATISTICS).map(([name, [, holds]]) => [name, none[holds]()]);
  return { ...(Object.fromEntries(values) as Statistics), discoveries: noDiscoveries() }; // one of each
}

/** Discoveries of a player. A flag is set; the game writes no others. */
export type SaveDiscoveries = ReturnType<typeof noDiscoveries>;

function noDiscoveries() {
  return {
    /** By the id of the level object, 32 hex digits. */
    fastTravelPoints: table<boolean>(),
    /** Lifmunk effigies, by the id of the level object; all that saves before 1.0 hold of relics. */
    effigies: table<boolean>(),
    /** 1.0: by relic type without its enum prefix, then by the id of the level object. Effigies are `CapturePower`. */
    relicsByType: table<SaveFlags>(),
    areas: table<boolean>(),
    notes: table<boolean>(),
    /** By species. */
    paldeck: table<boolean>(),
  };
}
