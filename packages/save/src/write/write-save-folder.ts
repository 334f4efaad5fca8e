import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SaveContainer } from '../format/container.ts';
import type { SaveEra } from '../format/save-era.ts';
import type { SaveCell, SaveWorld } from '../format/save-types.ts';
import { msToTicks } from '../format/ticks.ts';
import { SAVE_CLASSES } from '../read/gvas-header.ts';
import { pack } from './pack.ts';
import type { PropertyWriter } from './property-writer.ts';
import { writeCharacters } from './write-character.ts';
import { writeCamps, writeGroups, writeGuildExtras } from './write-group.ts';
import { writeGvas } from './write-gvas.ts';
import { writeCharacterContainers, writeDynamicItems, writeItemContainers } from './write-item.ts';
import { writeMapObjects } from './write-map-object.ts';
import { writePlayer } from './write-player.ts';

export interface WriteSaveOptions {
  /** Decides the layouts. Fields that the era does not have are not written. */
  era: SaveEra;
  /** Default: PlZ2 in era A and PlZ1 since. */
  container?: SaveContainer;
  /** Respells property names, for testing that readers ignore their case. */
  spell?: (name: string) => string;
}

/**
 * Writes the records of a world as a save folder in the layouts of an era. Data that the records do not hold is
 * left empty: such saves are for testing readers, and the game is not known to load them.
 */
export async function writeSaveFolder(
  folder: string,
  world: SaveWorld,
  { era, container = era === 'A' ? 'PlZ2' : 'PlZ1', spell = (name) => name }: WriteSaveOptions,
): Promise<void> {
  const write = (path: string, className: string, list: (writer: PropertyWriter) => void) =>
    writeFile(join(folder, path), pack(writeGvas(className, spell, list), container));
  await mkdir(join(folder, 'Players'), { recursive: true });
  await write('Level.sav', SAVE_CLASSES.level, (writer) => writeLevel(writer, era, world));
  await write('LevelMeta.sav', SAVE_CLASSES.levelMeta, (writer) => writeLevelMeta(writer, world));
  for (const player of world.players) {
    const path = `Players/${player.uid.replaceAll('-', '')}.sav`;
    await write(path, SAVE_CLASSES.player, (writer) => writePlayer(writer, era, player));
  }
}

function writeLevel(writer: PropertyWriter, era: SaveEra, world: SaveWorld): void {
  writer.int('Version', 100);
  if (world.savedAtMs !== null) writer.dateTime('Timestamp', msToTicks(world.savedAtMs));
  if (era !== 'A' && world.revision !== 0) writer.int('Revision', world.revision);
  writer.listStruct('worldSaveData', 'PalWorldSaveData', () => {
    writeCharacters(writer, era, world.characters);
    writeExploredCells(writer, world.exploredCells);
    writeMapObjects(writer, era, world.mapObjects);
    writeCamps(writer, era, world.camps);
    writeItemContainers(writer, era, world.itemContainers);
    writeDynamicItems(writer, era, world.dynamicItems);
    writeCharacterContainers(writer, era, world.characterContainers);
    writeGroups(writer, era, world.groups);
    writeGuildExtras(writer, era, world.guildExtras);
    writer.listStruct('GameTimeSaveData', 'PalGameTimeSaveData', () => {
      writer.int64('GameDateTimeTicks', world.gameTicks);
      writer.int64('RealDateTimeTicks', world.realTicks);
    });
  });
}

/** Writes `FoliageGridSaveDataMap`, with nothing in the cells. */
function writeExploredCells(writer: PropertyWriter, cells: readonly SaveCell[]): void {
  writer.map('FoliageGridSaveDataMap', 'StructProperty', 'StructProperty', cells, ({ x, y, z }) => {
    writer.int64('X', BigInt(x));
    writer.int64('Y', BigInt(y));
    writer.int64('Z', BigInt(z));
    writer.none();
    writer.map('ModelMap', 'NameProperty', 'StructProperty', [], () => {});
    writer.none();
  });
}

function writeLevelMeta(writer: PropertyWriter, world: SaveWorld): void {
  writer.int('Version', 100);
  writer.listStruct('SaveData', 'PalWorldBaseInfoSaveData', () => {
    if (world.worldName !== '') writer.str('WorldName', world.worldName);
    if (world.hostPlayerName !== '') writer.str('HostPlayerName', world.hostPlayerName);
    if (world.inGameDay !== 0) writer.int('InGameDay', world.inGameDay);
  });
}
