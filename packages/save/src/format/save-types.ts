/**
 * What a Palworld save folder holds, typed: the records that `readSaveFolder` returns.
 *
 * Guids are printed the way the game's own tools print them here: four groups of eight upper-case hex
 * digits (`XXXXXXXX-XXXXXXXX-XXXXXXXX-XXXXXXXX`). Ids (items, Pals, skills …) keep the spelling of the
 * save; enum values come without their `EType::` prefix. Absent properties have their default filled in.
 */

export type SaveGuid = string;

/** Unreal units: centimetres. */
export interface SaveVector {
  x: number;
  y: number;
  z: number;
}

/** Something that was wrong or unknown and could be passed over. */
export interface SaveWarning {
  /** Path of the file inside the save folder, with forward slashes: `Players/0123….sav`. */
  file: string;
  /** Where in the file: a property path such as `worldSaveData.GroupSaveDataMap[3].RawData`, or ''. */
  place: string;
  message: string;
}

export interface SaveWorld {
  /** From LevelMeta.sav; '' when that file is missing. */
  worldName: string;
  hostPlayerName: string;
  inGameDay: number;
  /** Game build; 0 before mid 2025. */
  revision: number;
  /** `Timestamp` of Level.sav in ms since 1970, in the saving server's local time; null when absent. */
  savedAtMs: number | null;
  /** The server's running time at the save, in .NET ticks (100 ns). Beyond 2^53, so bigint. */
  realTicks: bigint;
  /** In-game time at the save, in .NET ticks. */
  gameTicks: bigint;
  characters: SaveCharacter[];
  groups: SaveGroup[];
  camps: SaveCamp[];
  itemContainers: SaveItemContainer[];
  characterContainers: SaveCharacterContainer[];
  dynamicItems: SaveDynamicItem[];
  mapObjects: SaveMapObject[];
  guildExtras: SaveGuildExtra[];
  /** One per usable file of Players/. */
  players: SavePlayer[];
  warnings: SaveWarning[];
}

export type SaveGender = 'None' | 'Male' | 'Female';

/** A player's body, a Pal or a captured human (palworld-save 4.1 and 5). */
export interface SaveCharacter {
  instanceId: SaveGuid;
  /** The map key's `PlayerUId`: the player's own uid where `isPlayer`, otherwise not to be trusted. */
  playerUid: SaveGuid;
  isPlayer: boolean;
  /** The guild's id for players, owned Pals and base workers; zero GUID else. */
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
  /** The place that decides: which character container, and which slot. Null when absent. */
  slot: { containerId: SaveGuid; index: number } | null;
  statusPoints: { name: string; points: number }[];
  extraStatusPoints: { name: string; points: number }[];
  unusedStatusPoints: number;
  extraWorkSuitabilities: { suitability: string; rank: number }[];
  disabledWork: string[];
  allowBaseCampBattle: boolean;
  skinId: string;
}

export interface SaveGroup {
  id: SaveGuid;
  /** `Guild`, `IndependentGuild`, `Organization`, `Neutral`, or another word of the save. */
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

export interface SaveCamp {
  id: SaveGuid;
  name: string;
  state: 'NotAvailable' | 'Normal';
  location: SaveVector;
  /** Centimetres. */
  areaRangeCm: number;
  guildId: SaveGuid;
  palboxObjectId: SaveGuid;
  /** The character container of the camp's workers; zero GUID when unknown. */
  workerContainerId: SaveGuid;
}

export interface SaveItemContainer {
  id: SaveGuid;
  capacity: number;
  /** Occupied slots only (count above 0 and an id), in slot order. */
  slots: SaveItemSlot[];
  /** Slots the file stores, occupied or not. */
  storedSlots: number;
}

export interface SaveItemSlot {
  index: number;
  count: number;
  itemId: string;
  /** Points to a `SaveDynamicItem.id`; zero GUID when the stack has no state of its own. */
  dynamicId: SaveGuid;
}

export interface SaveCharacterContainer {
  id: SaveGuid;
  capacity: number;
  /** Slots the file stores; some name characters that no longer exist. */
  slots: { index: number; instanceId: SaveGuid }[];
}

export interface SaveDynamicItem {
  id: SaveGuid;
  itemId: string;
  body:
    | { kind: 'egg'; characterId: string; character: SaveCharacter | null }
    | { kind: 'armor'; durability: number }
    | { kind: 'weapon'; durability: number; bullets: number; passives: string[]; ammoItemId: string };
}

export interface SaveMapObject {
  instanceId: SaveGuid;
  mapObjectId: string;
  /** Zero GUID outside any camp. */
  campId: SaveGuid;
  guildId: SaveGuid;
  location: SaveVector;
  hp: number;
  maxHp: number;
  spawnerId: SaveGuid;
  ownerInstanceId: SaveGuid;
  builderUid: SaveGuid;
  isUnderConstruction: boolean;
  /** The `ItemContainer` module, where there is one. Usage 1 is storage, 0 work inputs, drops and the like. */
  itemContainer: { id: SaveGuid; usage: number } | null;
  characterContainerId: SaveGuid | null;
  /** Only on expedition stations with a mission. */
  expedition: { missionId: string; state: number; assigned: number } | null;
}

export interface SaveGuildExtra {
  guildId: SaveGuid;
  /** Item container of the guild chest; zero GUID when none. */
  chestContainerId: SaveGuid;
  researches: { id: string; workAmount: number }[];
  /** `None` when nothing is researched. */
  currentResearchId: string;
  finishedExpeditions: number;
}

/** Counters by id, as the save keeps them. */
export type SaveCounters = Record<string, number>;
export type SaveFlags = Record<string, boolean>;

export interface SavePlayer {
  /** Path inside the save folder. */
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

/** `RecordData` of a player file; everything 0 or empty for a fresh player. */
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
}
