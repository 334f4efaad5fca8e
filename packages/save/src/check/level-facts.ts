import type { SaveGuid } from '../format/save-types.ts';

// The facts of Level.sav that invariants are about. Ids are GUIDs as printed; the zero GUID is "none".

export interface CharacterFacts {
  readonly id: SaveGuid;
  readonly playerUid: SaveGuid;
  isPlayer: boolean;
  /** Nickname, or '' without one. */
  nickname: string;
  /** '' for players. */
  species: string;
  ownerUid: SaveGuid;
  containerId: SaveGuid;
  slotIndex: number;
  groupId: SaveGuid;
  /** The concrete id of the expedition station that it is sent from. */
  stationId: SaveGuid;
  level: number;
  /** Points spent on health, stamina, attack, weight and work speed. */
  spentPoints: number;
  unusedPoints: number;
}

export interface ItemSlotFacts {
  readonly index: number;
  readonly count: number;
  readonly itemId: string;
  readonly worldId: SaveGuid;
  readonly localId: SaveGuid;
}

export interface ContainerFacts<Slot> {
  readonly id: SaveGuid;
  /** Null in saves of 2024, which store every slot. */
  readonly capacity: number | null;
  readonly slots: readonly Slot[];
  /** Slots of 2024 are stored empty too. */
  readonly storesEmptySlots: boolean;
}

export interface CharacterSlotFacts {
  readonly index: number;
  readonly instanceId: SaveGuid;
}

export interface DynamicItemFacts {
  readonly worldId: SaveGuid;
  readonly id: SaveGuid;
  readonly itemId: string;
}

export interface GroupFacts {
  readonly key: SaveGuid;
  type: string;
  /** As the blob says. */
  id: SaveGuid;
  handles: SaveGuid[];
  guild: GuildFacts | null;
}

export interface GuildFacts {
  name: string;
  campIds: SaveGuid[];
  palboxIds: SaveGuid[];
  adminUid: SaveGuid;
  members: { uid: SaveGuid; role: number }[];
  hasRoles: boolean;
}

export interface CampFacts {
  readonly key: SaveGuid;
  /** As the camp’s own blob says. */
  id: SaveGuid;
  name: string;
  guildId: SaveGuid;
  palboxId: SaveGuid;
  /** Null where the camp has no worker director. */
  director: { id: SaveGuid; containerId: SaveGuid } | null;
  /** Null where the camp has no work list. */
  works: { id: SaveGuid; workIds: SaveGuid[] } | null;
}

export interface GuildExtraFacts {
  readonly guildId: SaveGuid;
  chestId: SaveGuid;
}

export interface MapObjectFacts {
  objectId: string;
  id: SaveGuid;
  concreteId: SaveGuid;
  campId: SaveGuid;
  groupId: SaveGuid;
  ownerId: SaveGuid;
  /** Null for objects without a second half. */
  concrete: { id: SaveGuid; modelId: SaveGuid } | null;
  /** Of its modules. */
  itemContainerIds: SaveGuid[];
  characterContainerIds: SaveGuid[];
  workIds: SaveGuid[];
  joinedIds: SaveGuid[];
}

export interface WorkFacts {
  id: SaveGuid;
  campId: SaveGuid;
  objectId: SaveGuid;
  concreteId: SaveGuid;
  assignedIds: SaveGuid[];
}

export interface LevelFacts {
  characters: CharacterFacts[];
  itemContainers: ContainerFacts<ItemSlotFacts>[];
  characterContainers: ContainerFacts<CharacterSlotFacts>[];
  dynamicItems: DynamicItemFacts[];
  groups: GroupFacts[];
  guildExtras: GuildExtraFacts[];
  camps: CampFacts[];
  /** The camps of the raid records, which saves of 2024 do not have. */
  raidCampIds: SaveGuid[];
  mapObjects: MapObjectFacts[];
  works: WorkFacts[];
}

export function noLevelFacts(): LevelFacts {
  return {
    characters: [],
    itemContainers: [],
    characterContainers: [],
    dynamicItems: [],
    groups: [],
    guildExtras: [],
    camps: [],
    raidCampIds: [],
    mapObjects: [],
    works: [],
  };
}
