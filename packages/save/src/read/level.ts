import { CorruptDataError } from '../format/save-error.ts';
import type { SaveWorld } from '../format/save-types.ts';
import { ticksToMs } from '../format/ticks.ts';
import { readCamps } from './camp.ts';
import { readCharacters } from './character.ts';
import { readCharacterContainers } from './character-container.ts';
import { readDynamicItems } from './dynamic-item.ts';
import { readExploredCells } from './explored-cells.ts';
import { type FieldReader, fieldTable, readFields, readStruct } from './field-table.ts';
import { readGroups } from './group.ts';
import { readGuildExtras } from './guild-extra.ts';
import { expectGvasHeader, SAVE_CLASSES } from './gvas-header.ts';
import { readItemContainers } from './item-container.ts';
import { readMapObjects } from './map-object.ts';
import type { SaveReader } from './save-reader.ts';

/** The part of a world that stands in Level.sav. */
export type SaveLevel = Omit<
  SaveWorld,
  'worldName' | 'hostPlayerName' | 'inGameDay' | 'container' | 'players' | 'warnings'
>;

/** A level without any record. */
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
  worldSaveData: (reader, found) => {
    if (!reader.isStruct()) return;
    found.hasWorld = true;
    reader.section = 'worldSaveData';
    readFields(reader, WORLD_DATA, found.level);
  },
});

/** Reads the GVAS bytes of Level.sav. Throws `CorruptDataError` when the tags around the records are damaged. */
export function readLevel(reader: SaveReader): SaveLevel {
  const found = { level: emptyLevel(), hasWorld: false };
  expectGvasHeader(reader, SAVE_CLASSES.level);
  readFields(reader, LEVEL, found);
  reader.take(4); // zeros after the list
  if (!found.hasWorld) throw new CorruptDataError('it holds no worldSaveData');
  found.level.era = reader.era;
  return found.level;
}

/** Names the section in the places of its warnings and errors. */
function inSection(name: string, read: FieldReader<SaveLevel>): FieldReader<SaveLevel> {
  return (reader, level) => {
    reader.section = `worldSaveData.${name}`;
    read(reader, level);
  };
}
