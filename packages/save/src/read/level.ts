import { CorruptDataError } from '../format/save-error.ts';
import type { SaveWorld } from '../format/save-types.ts';
import { ticksToMs } from '../format/ticks.ts';
import { readCamps } from './camp.ts';
import { readCharacters } from './character.ts';
import { readCharacterContainers } from './character-container.ts';
import { readDynamicItems } from './dynamic-item.ts';
import { readGroups } from './group.ts';
import { readGuildExtras } from './guild-extra.ts';
import { expectGvasHeader, SAVE_CLASSES } from './gvas-header.ts';
import { readItemContainers } from './item-container.ts';
import { readMapObjects } from './map-object.ts';
import type { SaveReader } from './save-reader.ts';

/** What Level.sav says of a world. */
export type SaveLevel = Omit<
  SaveWorld,
  'worldName' | 'hostPlayerName' | 'inGameDay' | 'players' | 'warnings'
>;

/** Reads the GVAS bytes of Level.sav. Throws `Damage` when the tree around the records is broken. */
export function readLevel(reader: SaveReader): SaveLevel {
  const level: SaveLevel = {
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
    guildExtras: [],
  };
  let hasWorld = false;
  expectGvasHeader(reader, SAVE_CLASSES.level);
  while (reader.next()) {
    const end = reader.valueEnd;
    switch (reader.name) {
      case 'revision':
        level.revision = reader.number();
        break;
      case 'timestamp':
        level.savedAtMs = ticksToMs(reader.bigTicks());
        break;
      case 'worldsavedata':
        if (reader.isStruct()) {
          hasWorld = true;
          reader.section = 'worldSaveData';
          readSections(reader, level);
        }
        break;
      default:
        reader.skip();
    }
    reader.endValue(end);
    reader.section = '';
  }
  reader.take(4); // zeros after the list
  if (!hasWorld) throw new CorruptDataError('it holds no worldSaveData');
  return level;
}

function readSections(reader: SaveReader, level: SaveLevel): void {
  while (reader.next()) {
    const end = reader.valueEnd;
    readSection(reader, level);
    reader.endValue(end);
    reader.section = 'worldSaveData';
  }
}

function readSection(reader: SaveReader, level: SaveLevel): void {
  switch (reader.name) {
    case 'charactersaveparametermap':
      reader.section = 'worldSaveData.CharacterSaveParameterMap';
      level.characters = readCharacters(reader);
      break;
    case 'groupsavedatamap':
      reader.section = 'worldSaveData.GroupSaveDataMap';
      level.groups = readGroups(reader);
      break;
    case 'basecampsavedata':
      reader.section = 'worldSaveData.BaseCampSaveData';
      level.camps = readCamps(reader);
      break;
    case 'itemcontainersavedata':
      reader.section = 'worldSaveData.ItemContainerSaveData';
      level.itemContainers = readItemContainers(reader);
      break;
    case 'charactercontainersavedata':
      reader.section = 'worldSaveData.CharacterContainerSaveData';
      level.characterContainers = readCharacterContainers(reader);
      break;
    case 'dynamicitemsavedata':
      reader.section = 'worldSaveData.DynamicItemSaveData';
      level.dynamicItems = readDynamicItems(reader);
      break;
    case 'mapobjectsavedata':
      reader.section = 'worldSaveData.MapObjectSaveData';
      level.mapObjects = readMapObjects(reader);
      break;
    case 'guildextrasavedatamap':
      reader.section = 'worldSaveData.GuildExtraSaveDataMap';
      level.guildExtras = readGuildExtras(reader);
      break;
    case 'gametimesavedata':
      reader.section = 'worldSaveData.GameTimeSaveData';
      if (reader.isStruct()) readGameTime(reader, level);
      break;
    default:
      reader.skip(); // palworld-save 4.9, and what newer versions add
  }
}

function readGameTime(reader: SaveReader, level: SaveLevel): void {
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'gamedatetimeticks') level.gameTicks = reader.bigTicks();
    else if (reader.name === 'realdatetimeticks') level.realTicks = reader.bigTicks();
    else reader.skip();
    reader.endValue(end);
  }
}
