import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCharacterContainer, SaveGuid, SaveItemSlot } from '../format/save-types.ts';
import type { StoredGuild } from '../read/group.ts';

// The facts of Level.sav that invariants are about, with their default values. Ids are GUIDs as
// printed; the zero GUID is "none".

export type CharacterFacts = ReturnType<typeof noCharacter>;

export function noCharacter(id: SaveGuid, playerUid: SaveGuid) {
  return {
    id,
    playerUid,
    isPlayer: false,
    /** Nickname, or '' without one. */
    nickname: '',
    /** '' for players. */
    species: '',
    ownerUid: ZERO_GUID,
    containerId: ZERO_GUID,
    slotIndex: -1,
    groupId: ZERO_GUID,
    /** The concrete id of the expedition station from which it is sent. */
    stationId: ZERO_GUID,
    level: 1,
    /** Points spent on health, stamina, attack, weight and work speed. */
    spentPoints: 0,
    unusedPoints: 0,
  };
}

export type ItemSlotFacts = Readonly<
  Omit<SaveItemSlot, 'dynamicId'> & Record<'worldId' | 'localId', SaveGuid>
>;

export interface ContainerFacts<Slot> {
  readonly id: SaveGuid;
  /** Null in saves of 2024, which store every slot, empty ones too. */
  readonly capacity: number | null;
  readonly slots: readonly Slot[];
}

export type CharacterSlotFacts = Readonly<SaveCharacterContainer['slots'][number]>;
export type DynamicItemFacts = Pick<ItemSlotFacts, 'worldId' | 'itemId'> & { readonly id: SaveGuid };

export interface GroupFacts {
  readonly key: SaveGuid;
  type: string;
  /** As the blob says. */
  id: SaveGuid;
  handles: SaveGuid[];
  guild: GuildFacts | null;
}

interface GuildFacts extends Pick<StoredGuild, 'name' | 'campIds' | 'palboxIds' | 'adminUid'> {
  members: { uid: SaveGuid; role: number }[];
  hasRoles: boolean;
}

export type CampFacts = ReturnType<typeof noCamp>;

export function noCamp(key: SaveGuid) {
  return {
    key,
    /** From the camp’s own blob. */
    id: ZERO_GUID,
    guildId: ZERO_GUID,
    palboxId: ZERO_GUID,
    director: null as { id: SaveGuid; containerId: SaveGuid } | null,
    works: null as { id: SaveGuid; workIds: SaveGuid[] } | null,
  };
}

export type GuildExtraFacts = Record<'guildId' | 'chestId', SaveGuid>;

export type MapObjectFacts = ReturnType<typeof noMapObject>;

export function noMapObject() {
  return {
    objectId: '',
    id: ZERO_GUID,
    concreteId: ZERO_GUID,
    campId: ZERO_GUID,
    groupId: ZERO_GUID,
    ownerId: ZERO_GUID,
    /** Null for objects without a second half. */
    concrete: null as { id: SaveGuid; modelId: SaveGuid } | null,
    itemContainerIds: [] as SaveGuid[],
    characterContainerIds: [] as SaveGuid[],
    workIds: [] as SaveGuid[],
    joinedIds: [] as SaveGuid[],
  };
}

export type WorkFacts = ReturnType<typeof noWork>;

export function noWork() {
  return {
    id: ZERO_GUID,
    campId: ZERO_GUID,
    objectId: ZERO_GUID,
    concreteId: ZERO_GUID,
    /** A member of EPalWorkableType. */
    type: '',
    assignedIds: [] as SaveGuid[],
  };
}

export type LevelFacts = ReturnType<typeof noLevelFacts>;

export function noLevelFacts() {
  return {
    characters: [] as CharacterFacts[],
    itemContainers: [] as ContainerFacts<ItemSlotFacts>[],
    characterContainers: [] as ContainerFacts<CharacterSlotFacts>[],
    dynamicItems: [] as DynamicItemFacts[],
    groups: [] as GroupFacts[],
    guildExtras: [] as GuildExtraFacts[],
    camps: [] as CampFacts[],
    /** The camps of the raid records, which saves of 2024 do not have. */
    raidCampIds: [] as SaveGuid[],
    mapObjects: [] as MapObjectFacts[],
    works: [] as WorkFacts[],
  };
}
