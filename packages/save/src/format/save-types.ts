import type { SaveContainer } from './container.ts';
import type { SaveGuid } from './guid.ts';
import type { SaveCharacter } from './save-character.ts';
import type { SavePlayer } from './save-player.ts';

export type { SaveGuid };

/**
 * The typed records of a Palworld save folder, as `readSaveFolder` returns them.
 *
 * Ids (items, Pals, skills …) keep the spelling of the save; enum values come without their `EType::` prefix.
 * Absent properties have the game's default.
 */

export type { SaveCharacter, SaveGender } from './save-character.ts';
export type {
  SaveCounters,
  SaveDiscoveries,
  SaveFlags,
  SavePlayer,
  SavePlayerStatistics,
} from './save-player.ts';

/** In Unreal units, centimetres. */
export interface SaveVector {
  x: number;
  y: number;
  z: number;
}

/** A cell of the landscape by its whole-number place: it begins at these numbers times 25,600 cm. */
export type SaveCell = SaveVector;

/** Damaged or unknown data that the reader passed over. */
export interface SaveWarning {
  /** Path of the file inside the save folder, with forward slashes: `Players/0123….sav`. */
  file: string;
  /** Place in the file: a property path such as `worldSaveData.GroupSaveDataMap[3].RawData`, or ''. */
  place: string;
  message: string;
}

/** A whole save folder (palworld-save 1). */
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
  /** A `SaveDynamicItem.id`; zero GUID when the stack has no state. */
  dynamicId: SaveGuid;
}

/** A team, a Palbox or the workers of a camp (palworld-save 4.5). */
export interface SaveCharacterContainer {
  id: SaveGuid;
  capacity: number;
  /** Slots that the file stores; some name characters that no longer exist. */
  slots: { index: number; instanceId: SaveGuid }[];
}

/** An item with its own state (palworld-save 4.7). */
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

/** The eras of the format (palworld-save 4): A is January to mid 2024, B late 2024 to early 2025, C from mid 2025, D is 1.0. */
export const SAVE_ERAS = ['A', 'B', 'C', 'D'] as const;
export type SaveEra = (typeof SAVE_ERAS)[number];
