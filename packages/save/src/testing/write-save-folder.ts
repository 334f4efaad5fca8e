import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SaveContainer } from '../format/container.ts';
import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCell, SaveEra, SaveMapObject, SaveWorld } from '../format/save-types.ts';
import { msToTicks } from '../format/ticks.ts';
import { BLOB_VERSION_IDS } from '../read/blob-versions.ts';
import { SAVE_CLASSES } from '../read/gvas-header.ts';
import { pack } from '../write/pack.ts';
import { PropertyWriter } from './property-writer.ts';
import { eraVersion, writeBlob, writeMark } from './save-era.ts';
import { writeCharacters } from './write-character.ts';
import { writeCamps, writeGroups, writeGuildExtras, writeTransform } from './write-group.ts';
import { writeCharacterContainers, writeDynamicItems, writeItemContainers } from './write-item.ts';
import { writePlayer } from './write-player.ts';

export interface WriteSaveOptions {
  /** Decides the layouts. Fields that the era does not have are not written. */
  era: SaveEra;
  /** Default: PlZ2 in era A and PlZ1 since. */
  container?: SaveContainer;
  /** Respells property names, for testing that readers ignore their case. */
  spell?: (name: string) => string;
}

/** Writes records as a save folder of an era, to test readers: the game may not load it. */
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

/** Returns GVAS bytes: header, the properties that `list` writes, and the closing zeros. */
export function writeGvas(
  className: string,
  spell: (name: string) => string,
  list: (writer: PropertyWriter) => void,
): Buffer {
  const writer = new PropertyWriter(spell);
  writer.raw(Buffer.from('GVAS', 'latin1'));
  writer.i32(3);
  writer.i32(522);
  writer.i32(1008);
  for (const part of [5, 1, 1]) writer.u16(part); // Unreal 5.1.1
  writer.u32(0);
  writer.text('++UE5+Release-5.1');
  writer.i32(3);
  writer.u32(1);
  writer.guid(BLOB_VERSION_IDS.mark);
  writer.i32(1);
  writer.text(className);
  list(writer);
  writer.none();
  writer.u32(0);
  return writer.result();
}

/** Writes `MapObjectSaveData` (palworld-save 4.8). */
function writeMapObjects(writer: PropertyWriter, era: SaveEra, objects: readonly SaveMapObject[]): void {
  writer.structs('MapObjectSaveData', 'PalMapObjectSaveData', objects, (object) => {
    if (era === 'A') writer.vectorProperty('WorldLocation', object.location);
    writer.name('MapObjectId', object.mapObjectId);
    writer.listStruct('Model', 'PalMapObjectModelSaveData', () => {
      writer.listStruct('BuildProcess', 'PalMapObjectBuildProcessSaveData', () =>
        writeBlob(writer, era, [], (blob) => {
          blob.u8(object.isUnderConstruction ? 0 : 1);
          blob.guid(ZERO_GUID);
          writeMark(blob, era);
        }),
      );
      writeBlob(writer, era, ['model'], (blob) => writeModel(blob, era, object));
    });
    writer.listStruct('ConcreteModel', 'PalMapObjectConcreteModelSaveData', () =>
      writeConcreteModel(writer, era, object),
    );
  });
}

function writeModel(blob: PropertyWriter, era: SaveEra, object: SaveMapObject): void {
  blob.guid(object.instanceId);
  blob.guid(ZERO_GUID);
  blob.guid(object.campId);
  blob.guid(object.guildId);
  blob.i32(object.hp);
  blob.i32(object.maxHp);
  writeTransform(blob, object.location, object.yawDeg);
  blob.guid(ZERO_GUID); // repair work
  blob.guid(object.spawnerId);
  blob.guid(object.ownerInstanceId);
  blob.guid(object.builderUid);
  blob.u8(0);
  blob.guid(ZERO_GUID); // stage
  blob.u32(0);
  blob.i64(0n);
  if (era !== 'A') blob.i64(0n);
  if (eraVersion(era, 'model') > 0) blob.u32(0);
  writeMark(blob, era);
}

type Module = { type: string; write: (blob: PropertyWriter) => void };

function modulesOf(era: SaveEra, { itemContainer, characterContainerId }: SaveMapObject): Module[] {
  const modules: Module[] = [];
  if (itemContainer) {
    const write = (blob: PropertyWriter) => {
      blob.guid(itemContainer.id);
      blob.u32(1); // one slot attribute
      blob.u8(1);
      blob.u32(1);
      blob.i32(7);
      blob.u32(0);
      blob.u32(1);
      blob.u8(itemContainer.usage);
      writeMark(blob, era);
    };
    modules.push({ type: 'ItemContainer', write });
  }
  if (characterContainerId !== null) {
    const write = (blob: PropertyWriter) => {
      blob.guid(characterContainerId);
      writeMark(blob, era);
    };
    modules.push({ type: 'CharacterContainer', write });
  }
  return modules;
}

function writeConcreteModel(writer: PropertyWriter, era: SaveEra, object: SaveMapObject): void {
  writer.map('ModuleMap', 'EnumProperty', 'StructProperty', modulesOf(era, object), ({ type, write }) => {
    writer.text(`EPalMapObjectConcreteModelModuleType::${type}`);
    writeBlob(writer, era, [], write);
    writer.none();
  });
  const { expedition } = object;
  writeBlob(writer, era, [], (blob) => {
    blob.guid(ZERO_GUID);
    blob.guid(object.instanceId);
    writeMark(blob, era);
    if (object.mapObjectId.toLowerCase() !== 'expedition') return;
    blob.text(expedition?.missionId ?? 'None');
    blob.u32(expedition?.assigned ?? 0);
    blob.zeros((expedition?.assigned ?? 0) * 32);
    blob.u8(expedition?.state ?? 0);
    blob.i64(0n);
    writeMark(blob, era);
  });
}
