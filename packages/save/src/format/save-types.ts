import type { SaveContainer } from './container.ts';
import { type SaveGuid, ZERO_GUID } from './guid.ts';
import type { SavePlayer } from './save-player.ts';

export type { SaveGuid };

/**
 * The typed records of a Palworld save folder, as `readSaveFolder` returns them.
 *
 * Ids (items, Pals, skills …) keep the spelling of the save; enum values come without their `EType::` prefix.
 * Absent properties have the game's default.
 */

export type {
  SaveCounters,
  SaveDiscoveries,
  SaveFlags,
  SavePlayer,
  SavePlayerStatistics,
} from './save-player.ts';

/** In Unreal units, centimeters. */
export type SaveVector = Record<'x' | 'y' | 'z', number>;

/** A cell of the landscape by its whole-number place: it begins at these numbers times 25,600 cm. */
export type SaveCell = SaveVector;

/** Kinds of what the reader warns of. What each means for an edit: save-tools/src/edit/edit-warnings.ts. */
export const SAVE_WARNING_KINDS = [
  'UnreadableFile',
  'UnreadableFolder',
  'NoPlayerFile',
  'OtherPlayersFile',
  'SecondFile',
  'PlayerUid',
  'RepeatedId',
  'SharedSlot',
  'SkippedRecord',
  'UnknownType',
  'CutText',
  'NewerBytes',
  'NewerLayout',
] as const;
export type SaveWarningKind = (typeof SAVE_WARNING_KINDS)[number];

/** Damaged or unknown data that the reader passed over. */
export interface SaveWarning extends SaveNote {
  readonly kind: SaveWarningKind;
  /** For a `SecondFile`: the file of the same character that was read. */
  readonly keptFile?: string;
}

/** A remark about a save, for people. */
export interface SaveNote {
  /** Path of the file inside the save folder, with forward slashes: `Players/0123….sav`. */
  file: string;
  /** Place in the file: a property path such as `worldSaveData.GroupSaveDataMap[3].RawData`, or ''. */
  place: string;
  message: string;
}

/** A warning without its kind and what belongs to it: for people. */
export function noteOf({ file, place, message }: SaveNote): SaveNote {
  return { file, place, message };
}

/** A whole save folder (docs/save-format.md#folder). */
export interface SaveWorld {
  /** From LevelMeta.sav; '' when that file is missing. */
  worldName: string;
  hostPlayerName: string;
  inGameDay: number;
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

/** A guild or another group (docs/save-format.md#groups). */
export interface SaveGroup {
  id: SaveGuid;
  /** `Guild`, `IndependentGuild`, `Organization`, `Neutral`, or another type of the save. */
  type: string;
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

/** A base camp (docs/save-format.md#base-camps). */
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

/** An inventory, chest or other box of items (docs/save-format.md#item-containers). */
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
  /** A `SaveDynamicItem.id`; zero GUID when the stack has no state. */
  dynamicId: SaveGuid;
}

/** A team, a Palbox or the workers of a camp (docs/save-format.md#character-containers). */
export interface SaveCharacterContainer {
  id: SaveGuid;
  capacity: number;
  /** Slots that the file stores; some name characters that no longer exist. */
  slots: { index: number; instanceId: SaveGuid }[];
}

/** An item with its own state (docs/save-format.md#dynamic-items). */
export interface SaveDynamicItem {
  id: SaveGuid;
  itemId: string;
  body:
    | { kind: 'egg'; characterId: string; character: SaveCharacter | null }
    | { kind: 'armor'; durability: number }
    | { kind: 'weapon'; durability: number; bullets: number; passives: string[]; ammoItemId: string };
}

/** A building, a drop or a natural object (docs/save-format.md#map-objects). */
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
  /** The level object that spawned it; zero GUID for what players built or dropped. */
  spawnerId: SaveGuid;
  /** The map object that it belongs to; zero GUID without one. */
  ownerInstanceId: SaveGuid;
  /** Zero GUID when it was not built; some natural objects name a player too. */
  builderUid: SaveGuid;
  isUnderConstruction: boolean;
  /** The `ItemContainer` module, where there is one. Usage 1 is storage, 0 work inputs, drops and the like. */
  itemContainer: { id: SaveGuid; usage: number } | null;
  /** The `CharacterContainer` module: a booth or a machine that holds Pals. Null without one. */
  characterContainerId: SaveGuid | null;
  /** Only on expedition stations with a mission. */
  expedition: { missionId: string; state: number; assigned: number } | null;
}

/** Chest, laboratory and expeditions of a guild (docs/save-format.md#guild-extras). */
export interface SaveGuildExtra {
  guildId: SaveGuid;
  /** Item container of the guild chest; zero GUID without one. */
  chestContainerId: SaveGuid;
  researches: { id: string; workAmount: number }[];
  /** `None` while no research runs. */
  currentResearchId: string;
  finishedExpeditions: number;
}

/** Eras of the format, A from January 2024 to D of 1.0 (docs/save-format.md#eras). */
export const SAVE_ERAS = ['A', 'B', 'C', 'D'] as const;
export type SaveEra = (typeof SAVE_ERAS)[number];

export type SaveGender = 'None' | 'Male' | 'Female';

/** A player's body, a Pal or a captured human (docs/save-format.md#characters). */
export type SaveCharacter = ReturnType<typeof defaultCharacter>;

/** A character with every value at the game's default, which a save leaves out. */
export function defaultCharacter() {
  return {
    instanceId: ZERO_GUID,
    /** The map key's `PlayerUId`: the player's own uid where `isPlayer`, unreliable otherwise. */
    playerUid: ZERO_GUID,
    isPlayer: false,
    /** The guild's id for players, owned Pals and base workers; zero GUID otherwise. */
    groupId: ZERO_GUID,
    /** Species; '' for players. */
    characterId: '',
    /** '' when absent, as are all texts below. */
    uniqueNpcId: '',
    nickname: '',
    gender: 'None' as SaveGender,
    level: 1,
    exp: 0,
    /** 1..5: condenser stars + 1. */
    rank: 1,
    rankUpExp: 0,
    souls: { health: 0, attack: 0, defense: 0, craftSpeed: 0 },
    ivs: { health: 0, attackMelee: 0, attackShot: 0, defense: 0 },
    isRare: false,
    isAwakened: false,
    isImported: false,
    passives: [] as string[],
    equippedSkills: [] as string[],
    masteredSkills: [] as string[],
    /** Points, i.e. the stored thousandths divided by 1000. */
    hp: 0,
    /** Points; null when the save does not hold it. */
    shield: null as number | null,
    mp: null as number | null,
    maxHp: null as number | null,
    maxSp: null as number | null,
    stomach: 100,
    maxStomach: null as number | null,
    sanity: 100,
    craftSpeed: null as number | null,
    support: null as number | null,
    /** As the save spells it. */
    physicalHealth: 'Healthful',
    workerSick: 'None',
    friendshipPoints: 0,
    /** Zero GUID when the owner is absent (base workers, unowned). */
    ownerPlayerUid: ZERO_GUID,
    /** Character container and slot; decides where the Pal is. Null when absent. */
    slot: null as { containerId: string; index: number } | null,
    statusPoints: [] as { name: string; points: number }[],
    extraStatusPoints: [] as { name: string; points: number }[],
    unusedStatusPoints: 0,
    extraWorkSuitabilities: [] as { suitability: string; rank: number }[],
    disabledWork: [] as string[],
    allowBaseCampBattle: true,
    skinId: '',
  };
}
