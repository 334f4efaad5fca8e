import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type {
  SaveCamp,
  SaveCell,
  SaveCharacterContainer,
  SaveDynamicItem,
  SaveWorld,
} from '../format/save-types.ts';
import { ticksToMs } from '../format/ticks.ts';
import { readCharacterBlob, readCharacters } from './character.ts';
import { readGroups } from './group.ts';
import { readGuildExtras } from './guild-extra.ts';
import { expectGvasHeader, SAVE_CLASSES } from './gvas-header.ts';
import { readItemContainers } from './item-container.ts';
import { readMapObjects } from './map-object.ts';
import { MIN_STRUCT_BYTES } from './property-reader.ts';
import {
  Blob,
  blobFields,
  type FieldReader,
  fieldTable,
  readFields,
  readStruct,
  type SaveReader,
} from './save-reader.ts';

/** The part of a world that is in Level.sav. */
export type SaveLevel = Omit<
  SaveWorld,
  'worldName' | 'hostPlayerName' | 'inGameDay' | 'container' | 'players' | 'warnings'
>;

export function emptyLevel(): SaveLevel {
  return {
    era: 'A',
    revision: 0,
    savedAtMs: null,
    realTicks: 0n,
    gameTicks: 0n,
    characters: [],
    groups: [],
    camps: [],
    itemContainers: [],
    characterContainers: [],
    dynamicItems: [],
    mapObjects: [],
    exploredCells: [],
    guildExtras: [],
  };
}

/** The sections of worldSaveData that are read; the others (palworld-save 4.9, and newer ones) are skipped. */
const SECTIONS: Readonly<Record<string, FieldReader<SaveLevel>>> = {
  CharacterSaveParameterMap: (reader, level) => (level.characters = readCharacters(reader)),
  GroupSaveDataMap: (reader, level) => (level.groups = readGroups(reader)),
  BaseCampSaveData: (reader, level) => (level.camps = readCamps(reader)),
  ItemContainerSaveData: (reader, level) => (level.itemContainers = readItemContainers(reader)),
  CharacterContainerSaveData: (reader, level) =>
    (level.characterContainers = readCharacterContainers(reader)),
  DynamicItemSaveData: (reader, level) => (level.dynamicItems = readDynamicItems(reader)),
  MapObjectSaveData: (reader, level) => (level.mapObjects = readMapObjects(reader)),
  FoliageGridSaveDataMap: (reader, level) => (level.exploredCells = readExploredCells(reader)),
  GuildExtraSaveDataMap: (reader, level) => (level.guildExtras = readGuildExtras(reader)),
  GameTimeSaveData: (reader, level) => readStruct(reader, GAME_TIME, level),
};

const WORLD_DATA = fieldTable(
  Object.fromEntries(Object.entries(SECTIONS).map(([name, read]) => [name, inSection(name, read)])),
);

const GAME_TIME = fieldTable<SaveLevel>({
  GameDateTimeTicks: (reader, level) => (level.gameTicks = reader.bigTicks()),
  RealDateTimeTicks: (reader, level) => (level.realTicks = reader.bigTicks()),
});

const LEVEL = fieldTable<{ level: SaveLevel; hasWorld: boolean }>({
  Revision: (reader, { level }) => (level.revision = reader.number()),
  Timestamp: (reader, { level }) => (level.savedAtMs = ticksToMs(reader.bigTicks())),
  worldSaveData: (reader, result) => {
    if (!reader.isStruct()) return;
    result.hasWorld = true;
    reader.section = 'worldSaveData';
    readFields(reader, WORLD_DATA, result.level);
  },
});

/** Reads the GVAS bytes of Level.sav. Throws `CorruptDataError` when the tags around the records are damaged. */
export function readLevel(reader: SaveReader): SaveLevel {
  const result = { level: emptyLevel(), hasWorld: false };
  expectGvasHeader(reader, SAVE_CLASSES.level);
  readFields(reader, LEVEL, result);
  reader.take(4); // zeros after the list
  if (!result.hasWorld) throw new CorruptDataError('it holds no worldSaveData');
  result.level.era = reader.era;
  return result.level;
}

/** Names the section in the places of its warnings and errors. */
function inSection(name: string, read: FieldReader<SaveLevel>): FieldReader<SaveLevel> {
  return (reader, level) => {
    reader.section = `worldSaveData.${name}`;
    read(reader, level);
  };
}

/** Reads the cells of `FoliageGridSaveDataMap`. Nothing depends on them: a damaged map is a warning. */
function readExploredCells(reader: SaveReader): SaveCell[] {
  return reader.inOptional(() => readCells(reader)) ?? [];
}

function readCells(reader: SaveReader): SaveCell[] {
  return reader.eachRecord(reader.pairs(MIN_STRUCT_BYTES * 2), () => {
    const cell: SaveCell = { x: 0, y: 0, z: 0 };
    readFields(reader, CELL, cell);
    readFields(reader, FOLIAGE, undefined);
    return cell;
  });
}

const CELL = fieldTable<SaveCell>({
  X: (reader, cell) => (cell.x = reader.number()),
  Y: (reader, cell) => (cell.y = reader.number()),
  Z: (reader, cell) => (cell.z = reader.number()),
});

/** The contents of a cell are skipped. */
const FOLIAGE = fieldTable<undefined>({});

/** Reads `DynamicItemSaveData` (palworld-save 4.7): items with their own state. */
function readDynamicItems(reader: SaveReader): SaveDynamicItem[] {
  const blob = new Blob();
  return reader.eachRecord(reader.structs(), () => {
    blob.clear();
    reader.blobList(blob);
    return reader.inBlob(blob, readDynamicItem);
  });
}

function readDynamicItem(reader: SaveReader): SaveDynamicItem | null {
  reader.take(16); // the world it was created in
  const id = reader.guid();
  const itemId = reader.text();
  if (!reader.mark()) return null;
  const body = readBody(reader, itemId);
  reader.mark();
  return { id, itemId, body };
}

function readBody(reader: SaveReader, itemId: string): SaveDynamicItem['body'] {
  if (itemId.toLowerCase().startsWith('palegg')) {
    return { kind: 'egg', characterId: reader.text(), character: readCharacterBlob(reader) };
  }
  const durability = reader.f32();
  if (reader.left === reader.markBytes) return { kind: 'armor', durability };
  const bullets = reader.i32();
  const passives = reader.texts();
  const ammoItemId = reader.versions.weapon >= 1 ? reader.text() : 'None';
  return { kind: 'weapon', durability, bullets, passives, ammoItemId };
}

/** Reads `BaseCampSaveData` (palworld-save 4.3). */
function readCamps(reader: SaveReader): SaveCamp[] {
  const blobs: CampBlobs = { camp: new Blob(), workers: new Blob('WorkerDirector') };
  return reader.eachRecord(reader.pairs(16 + MIN_STRUCT_BYTES), () => {
    const id = reader.guid();
    blobs.camp.clear();
    blobs.workers.clear();
    readFields(reader, CAMP, blobs);
    const camp = reader.inBlob(blobs.camp, readCamp);
    if (!camp) return null;
    camp.id = id;
    camp.workerContainerId = reader.inBlob(blobs.workers, readWorkerContainer) ?? ZERO_GUID;
    return camp;
  });
}

type CampBlobs = Record<'camp' | 'workers', Blob>;

const CAMP = fieldTable<CampBlobs>({
  WorkerDirector: (reader, blobs) => reader.blobStruct(blobs.workers),
  ...blobFields((blobs) => blobs.camp),
});

function readCamp(reader: SaveReader): SaveCamp {
  const id = reader.guid();
  const name = reader.text();
  const state = reader.u8() === 1 ? 'Normal' : 'NotAvailable';
  const location = reader.transformLocation();
  const areaRangeCm = reader.f32();
  const guildId = reader.guid();
  reader.take(80); // the fast travel point, relative
  const palboxObjectId = reader.guid();
  reader.mark();
  return { id, name, state, location, areaRangeCm, guildId, palboxObjectId, workerContainerId: ZERO_GUID };
}

function readWorkerContainer(reader: SaveReader): string {
  reader.take(16 + 80 + 2); // id, spawn point, order, battle
  const containerId = reader.guid();
  reader.mark();
  return containerId;
}

/** Reads `CharacterContainerSaveData` (palworld-save 4.5). */
export function readCharacterContainers(reader: SaveReader): SaveCharacterContainer[] {
  const fields: ContainerFields = { blob: new Blob('Slots'), capacity: -1, stored: 0, slots: [] };
  return reader.eachRecord(reader.pairs(MIN_STRUCT_BYTES * 2), () => {
    const id = reader.containerIdBody();
    Object.assign(fields, { capacity: -1, stored: 0, slots: [] });
    readFields(reader, CONTAINER, fields);
    const { capacity, stored, slots } = fields;
    // Saves of 2024 store no capacity but all slots.
    return { id, capacity: capacity < 0 ? stored : capacity, slots };
  });
}

type Slot = SaveCharacterContainer['slots'][number];

interface ContainerFields {
  readonly blob: Blob;
  capacity: number;
  stored: number;
  slots: Slot[];
}

const CONTAINER = fieldTable<ContainerFields>({
  SlotNum: (reader, container) => (container.capacity = reader.number()),
  Slots: (reader, container) => {
    container.stored = reader.structs();
    container.slots = readSlots(reader, container);
  },
});

function readSlots(reader: SaveReader, { blob, stored }: ContainerFields): Slot[] {
  const slots: Slot[] = [];
  const fields = { index: 0, position: 0, blob };
  for (let position = 0; position < stored; position += 1) {
    blob.clear();
    fields.index = fields.position = position;
    readFields(reader, SLOT, fields);
    const instanceId = reader.inBlob(blob, readSlotBlob);
    if (instanceId !== null) slots.push({ index: fields.index, instanceId });
  }
  return slots;
}

const SLOT = fieldTable<{ index: number; position: number; blob: Blob }>({
  SlotIndex: (reader, slot) => (slot.index = reader.number(slot.position)),
  ...blobFields((slot) => slot.blob),
});

function readSlotBlob(reader: SaveReader): string {
  reader.take(16); // player uid
  const instanceId = reader.guid();
  reader.u8(); // tribe
  // Saves of late 2024 list no versions and end here; the byte came in 2025.
  if (reader.versions.known && (reader.versions.mark || reader.left > 0)) reader.u8();
  reader.mark();
  return instanceId;
}
