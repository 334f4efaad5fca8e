import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveCamp, SaveCell, SaveDynamicItem, SaveWorld } from '../format/save-types.ts';
import { ticksToMs } from '../format/ticks.ts';
import { readCharacterBlob, readCharacters } from './character.ts';
import { readCharacterContainers, readItemContainers } from './containers.ts';
import { readGroups, readGuildExtras } from './group.ts';
import { expectGvasHeader, SAVE_CLASSES } from './gvas-header.ts';

import { readMapObject } from './map-object.ts';
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

/** The sections of worldSaveData that are read. Others are skipped (docs/save-format.md#other-sections). */
const SECTIONS: Readonly<Record<string, FieldReader<SaveLevel>>> = {
  CharacterSaveParameterMap: (reader, level) => (level.characters = readCharacters(reader)),
  GroupSaveDataMap: (reader, level) => (level.groups = readGroups(reader)),
  BaseCampSaveData: (reader, level) => (level.camps = readCamps(reader)),
  ItemContainerSaveData: (reader, level) => (level.itemContainers = readItemContainers(reader)),
  CharacterContainerSaveData: (reader, level) =>
    (level.characterContainers = readCharacterContainers(reader)),
  DynamicItemSaveData: (reader, level) =>
    (level.dynamicItems = reader.eachRecord(reader.structs(), () =>
      reader.inBlob(reader.blobList(), readDynamicItem),
    )),
  MapObjectSaveData: (reader, level) =>
    (level.mapObjects = reader.eachRecord(reader.structs(), () => readMapObject(reader))),
  // Nothing depends on the cells: a damaged map is a warning.
  FoliageGridSaveDataMap: (reader, level) =>
    (level.exploredCells = reader.inOptional(() => readCells(reader)) ?? []),
  GuildExtraSaveDataMap: (reader, level) => (level.guildExtras = readGuildExtras(reader)),
  GameTimeSaveData: (reader, level) => readStruct(reader, GAME_TIME, level),
};

/** A section names itself in the places of its warnings and errors. */
const WORLD_DATA = fieldTable(
  Object.fromEntries(
    Object.entries(SECTIONS).map(([name, read]): [string, FieldReader<SaveLevel>] => [
      name,
      (reader, level) => {
        reader.section = `worldSaveData.${name}`;
        read(reader, level);
      },
    ]),
  ),
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

/** Reads an item with its own state (docs/save-format.md#dynamic-items). */
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

/** Reads `BaseCampSaveData` (docs/save-format.md#base-camps). */
function readCamps(reader: SaveReader): SaveCamp[] {
  return reader.eachRecord(reader.pairs(16 + MIN_STRUCT_BYTES), () => {
    const id = reader.guid();
    const blobs: CampBlobs = { camp: new Blob(), workers: new Blob('WorkerDirector') };
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
  WorkerDirector: (reader, blobs) => (blobs.workers = reader.blobStruct('WorkerDirector')),
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
  return reader.lastGuid();
}

export type SaveLevelMeta = Pick<SaveWorld, 'worldName' | 'hostPlayerName' | 'inGameDay'>;

export const NO_LEVEL_META: Readonly<SaveLevelMeta> = { worldName: '', hostPlayerName: '', inGameDay: 0 };

/** Reads the GVAS bytes of LevelMeta.sav. Throws `CorruptDataError`. */
export function readLevelMeta(reader: SaveReader): SaveLevelMeta {
  const meta = { ...NO_LEVEL_META };
  expectGvasHeader(reader, SAVE_CLASSES.levelMeta);
  readFields(reader, LEVEL_META, meta);
  reader.take(4); // zeros after the list
  return meta;
}

const LEVEL_META = fieldTable<SaveLevelMeta>({
  SaveData: (reader, meta) => {
    if (!reader.isStruct()) return;
    reader.section = 'SaveData';
    readFields(reader, SAVE_DATA, meta);
  },
});

const SAVE_DATA = fieldTable<SaveLevelMeta>({
  WorldName: (reader, meta) => (meta.worldName = reader.string()),
  HostPlayerName: (reader, meta) => (meta.hostPlayerName = reader.string()),
  InGameDay: (reader, meta) => (meta.inGameDay = reader.number()),
});
