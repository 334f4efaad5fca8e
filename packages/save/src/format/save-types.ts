/**
 * The typed records of a Palworld save folder, as `readSaveFolder` returns them.
 *
 * Ids (items, Pals, skills …) keep the spelling of the save; enum values come without their `EType::` prefix.
 * Absent properties have the game's default.
 */

import type { SaveContainer } from './container.ts';
import type { SaveEra } from './save-era.ts';

/** As the game's own tools print it: `XXXXXXXX-XXXXXXXX-XXXXXXXX-XXXXXXXX`, upper-case hex digits. */
export type SaveGuid = string;

/** In Unreal units, centimetres. */
export interface SaveVector {
  x: number;
  y: number;
  z: number;
}

/** A cell of the landscape by its whole-number place: it begins at these numbers times 25,600 cm. */
export interface SaveCell {
  x: number;
  y: number;
  z: number;
}

/** Damaged or unknown data that the reader passed over. */
export interface SaveWarning {
  /** Path of the file inside the save folder, with forward slashes: `Players/0123….sav`. */
  file: string;
  /** Where in the file: a property path such as `worldSaveData.GroupSaveDataMap[3].RawData`, or ''. */
  place: string;
  message: string;
}

/** A whole save folder (palworld-save 1). */
export interface SaveWorld {
  /** From LevelMeta.sav; '' when that file is missing. */
  worldName: string;
  hostPlayerName: string;
  inGameDay: number;
  /** Of Level.sav. */
  container: SaveContainer;
  /** By the newest layout of any record. */
  era: SaveEra;
  /** Game build; 0 before mid 2025. */
  revision: number;
  /** `Timestamp` of Level.sav in ms since 1970, in the saving server's local time; null when absent. */
  savedAtMs: number | null;
  /** The server's running time when it saved, in .NET ticks (100 ns). Beyond 2^53, so bigint. */
  realTicks: bigint;
  /** In-game time when the server saved, in .NET ticks. */
  gameTicks: bigint;
  characters: SaveCharacter[];
  groups: SaveGroup[];
  camps: SaveCamp[];
  itemContainers: SaveItemContainer[];
  characterContainers: SaveCharacterContainer[];
  dynamicItems: SaveDynamicItem[];
  mapObjects: SaveMapObject[];
  /** The cells of the landscape in which a player has been. */
  exploredCells: SaveCell[];
  guildExtras: SaveGuildExtra[];
  /** One per usable file of Players/. */
  players: SavePlayer[];
  warnings: SaveWarning[];
}

export type SaveGender = 'None' | 'Male' | 'Female';

/** A player's body, a Pal or a captured human (palworld-save 4.1 and 5). */
export interface SaveCharacter {
  instanceId: SaveGuid;
  /** The map key's `PlayerUId`: the player's own uid where `isPlayer`, unreliable otherwise. */
  playerUid: SaveGuid;
  isPlayer: boolean;
  /** The guild's id for players, owned Pals and base workers; zero GUID otherwise. */
  groupId: SaveGuid;
  /** Species; '' for players. */
  characterId: string;
  /** '' when absent, as are all texts below. */
  uniqueNpcId: string;
  nickname: string;
  gender: SaveGender;
  level: number;
  exp: number;
  /** 1..5: condenser stars + 1. */
  rank: number;
  rankUpExp: number;
  souls: { health: number; attack: number; defense: number; craftSpeed: number };
  ivs: { health: number; attackMelee: number; attackShot: number; defense: number };
  isRare: boolean;
  isAwakened: boolean;
  isImported: boolean;
  passives: string[];
  equippedSkills: string[];
  masteredSkills: string[];
  /** Points, i.e. the stored thousandths divided by 1000. */
  hp: number;
  /** Points; null when the save does not hold it. */
  shield: number | null;
  mp: number | null;
  maxHp: number | null;
  maxSp: number | null;
  stomach: number;
  maxStomach: number | null;
  sanity: number;
  craftSpeed: number | null;
  support: number | null;
  /** `Healthful` … as the save spells it. */
  physicalHealth: string;
  workerSick: string;
  friendshipPoints: number;
  /** Zero GUID when the owner is absent (base workers, unowned). */
  ownerPlayerUid: SaveGuid;
  /** Character container and slot; decides where the Pal is. Null when absent. */
  slot: { containerId: SaveGuid; index: number } | null;
  statusPoints: { name: string; points: number }[];
  extraStatusPoints: { name: string; points: number }[];
  unusedStatusPoints: number;
  extraWorkSuitabilities: { suitability: string; rank: number }[];
  disabledWork: string[];
  allowBaseCampBattle: boolean;
  skinId: string;
}

/** A guild or another group (palworld-save 4.2). */
export interface SaveGroup {
  id: SaveGuid;
  /** `Guild`, `IndependentGuild`, `Organization`, `Neutral`, or another type of the save. */
  type: string;
  groupName: string;
  /** Character handles: every player and Pal of the guild. */
  handles: { playerUid: SaveGuid; instanceId: SaveGuid }[];
  /** Only where `type` is `Guild`. */
  guild: SaveGuild | null;
}

export interface SaveGuild {
  name: string;
  baseCampLevel: number;
  campIds: SaveGuid[];
  adminUid: SaveGuid;
  members: SaveGuildMember[];
}

export interface SaveGuildMember {
  uid: SaveGuid;
  name: string;
  /** Ticks of the server's running time, comparable with `SaveWorld.realTicks`; not a date. */
  lastOnlineTicks: bigint;
  /** 1 admin, 2 member, 3 and 4 lower; 0 before 1.0. */
  role: number;
}

/** A base camp (palworld-save 4.3). */
export interface SaveCamp {
  id: SaveGuid;
  name: string;
  state: 'NotAvailable' | 'Normal';
  location: SaveVector;
  areaRangeCm: number;
  guildId: SaveGuid;
  palboxObjectId: SaveGuid;
  /** The character container of the camp's workers; zero GUID when unknown. */
  workerContainerId: SaveGuid;
}

/** An inventory, chest or other box of items (palworld-save 4.4). */
export interface SaveItemContainer {
  id: SaveGuid;
  capacity: number;
  /** Occupied slots only (count above 0 and an id), in slot order. */
  slots: SaveItemSlot[];
  /** Slots that the file stores, occupied or not. */
  storedSlots: number;
}

export interface SaveItemSlot {
  index: number;
  count: number;
  itemId: string;
  /** A `SaveDynamicItem.id`; zero GUID when the stack has no state of its own. */
  dynamicId: SaveGuid;
}

/** A team, a Palbox or the workers of a camp (palworld-save 4.5). */
export interface SaveCharacterContainer {
  id: SaveGuid;
  capacity: number;
  /** Slots that the file stores; some name characters that no longer exist. */
  slots: { index: number; instanceId: SaveGuid }[];
}

/** An item with a state of its own (palworld-save 4.7). */
export interface SaveDynamicItem {
  id: SaveGuid;
  itemId: string;
  body:
    | { kind: 'egg'; characterId: string; character: SaveCharacter | null }
    | { kind: 'armor'; durability: number }
    | { kind: 'weapon'; durability: number; bullets: number; passives: string[]; ammoItemId: string };
}

/** A building, a drop or a natural object (palworld-save 4.8). */
export interface SaveMapObject {
  instanceId: SaveGuid;
  mapObjectId: string;
  /** Zero GUID outside any camp. */
  campId: SaveGuid;
  guildId: SaveGuid;
  location: SaveVector;
  /** Turn about the vertical axis in degrees, above -180 to 180, to a hundredth. */
  yawDeg: number;
  hp: number;
  maxHp: number;
  /** The level object that made it grow or lie there; zero GUID for what players built or dropped. */
  spawnerId: SaveGuid;
  /** The map object that it belongs to; zero GUID without one. */
  ownerInstanceId: SaveGuid;
  /** Zero GUID when nobody built it; some natural objects name a player too. */
  builderUid: SaveGuid;
  isUnderConstruction: boolean;
  /** The `ItemContainer` module, where there is one. Usage 1 is storage, 0 work inputs, drops and the like. */
  itemContainer: { id: SaveGuid; usage: number } | null;
  /** The `CharacterContainer` module: a booth or a machine that holds Pals. Null without one. */
  characterContainerId: SaveGuid | null;
  /** Only on expedition stations with a mission. */
  expedition: { missionId: string; state: number; assigned: number } | null;
}

/** Chest, laboratory and expeditions of a guild (palworld-save 4.6). */
export interface SaveGuildExtra {
  guildId: SaveGuid;
  /** Item container of the guild chest; zero GUID without one. */
  chestContainerId: SaveGuid;
  researches: { id: string; workAmount: number }[];
  /** `None` while no research runs. */
  currentResearchId: string;
  finishedExpeditions: number;
}

/** Counts by id. The reader makes it without a prototype: an id `__proto__` is a key like any other. */
export type SaveCounters = Record<string, number>;
/** Flags by id, with keys like those of `SaveCounters`. */
export type SaveFlags = Record<string, boolean>;

/** A file of `Players/` (palworld-save 6). */
export interface SavePlayer {
  /** Path of the file inside the save folder, with forward slashes. */
  file: string;
  uid: SaveGuid;
  /** Joins to `SaveCharacter.instanceId`; check the uid too, two files may name one character. */
  instanceId: SaveGuid;
  location: SaveVector;
  /** `Steam`, `Xbox`, …; '' before 1.0. */
  platform: string;
  /** UTC, ms since 1970; null before 1.0. */
  lastOnlineAtMs: number | null;
  inventory: {
    common: SaveGuid;
    essential: SaveGuid;
    weapons: SaveGuid;
    armor: SaveGuid;
    food: SaveGuid;
    dropSlot: SaveGuid;
  };
  teamContainerId: SaveGuid;
  palboxContainerId: SaveGuid;
  technologyPoints: number;
  ancientTechnologyPoints: number;
  unlockedTechnologies: string[];
  records: SavePlayerStatistics;
}

/** `RecordData` of a player file; all 0 or empty for a new player. */
export interface SavePlayerStatistics {
  towerBossDefeatCount: SaveCounters;
  towerBossDefeatFlag: SaveFlags;
  normalBossDefeatFlag: SaveFlags;
  raidBossDefeatCount: SaveCounters;
  predatorDefeatCount: number;
  tribeCaptureCount: number;
  palCaptureCount: SaveCounters;
  palCaptureBonusCount: SaveCounters;
  palButcherCount: SaveCounters;
  craftItemCount: SaveCounters;
  normalDungeonClearCount: number;
  fixedDungeonClearCount: number;
  oilrigClearCount: number;
  campConqueredCount: number;
  foundTreasureCount: number;
  palRankupCount: SaveCounters;
  arenaSoloClearCount: SaveCounters;
  npcTalkCount: SaveCounters;
  fishingCount: SaveCounters;
  firstFishingComplete: boolean;
  /** Lifmunk effigies in hand; equals `relics.CapturePower` where both exist. */
  relicPossessNum: number;
  /** By relic type without its enum prefix. */
  relics: SaveCounters;
  discoveries: SaveDiscoveries;
}

/** What a player has found. A flag is set; the game writes none that is not. */
export interface SaveDiscoveries {
  /** By the id of the level object, 32 hex digits. */
  fastTravelPoints: SaveFlags;
  /** Lifmunk effigies, by the id of the level object; all that saves before 1.0 hold of relics. */
  effigies: SaveFlags;
  /** 1.0: by relic type without its enum prefix, then by the id of the level object. Effigies are `CapturePower`. */
  relicsByType: Record<string, SaveFlags>;
  areas: SaveFlags;
  notes: SaveFlags;
  /** By species. */
  paldeck: SaveFlags;
}
