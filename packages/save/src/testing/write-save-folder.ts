import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCell, SaveEra, SaveGuid, SaveMapObject, SaveWorld } from '../format/save-types.ts';
import { msToTicks } from '../format/ticks.ts';
import { BLOB_VERSION_IDS } from '../read/blob-versions.ts';
import { SAVE_CLASSES } from '../read/gvas-header.ts';
import { pack, type WrittenContainer } from '../write/pack.ts';
import { PropertyWriter } from './property-writer.ts';
import { eraVersion, writeBlob, writeBlobStruct, writeMark } from './save-era.ts';
import { writeCharacters } from './write-character.ts';
import { writeCamps, writeGroups, writeGuildExtras, writeTransform } from './write-group.ts';
import { writeCharacterContainers, writeDynamicItems, writeItemContainers } from './write-item.ts';
import { writePlayer } from './write-player.ts';

export interface WriteSaveOptions {
  /** Decides the layouts. Fields that the era does not have are not written. */
  era: SaveEra;
  /** Default: PlZ2 in era A and PlZ1 since. */
  container?: WrittenContainer;
  /** Respells property names, for testing that readers ignore their case. */
  spell?: (name: string) => string;
}

/** Writes records as a save folder of an era, to test readers: the game may not load it. */
export async function writeSaveFolder(
  folder: string,
  world: SaveWorld,
  { era, container = era === 'A' ? 'PlZ2' : 'PlZ1', spell }: WriteSaveOptions,
): Promise<void> {
  const write = (path: string, className: string, list: (writer: PropertyWriter) => void) =>
    writeFile(join(folder, path), pack(writeGvas(className, list, era, spell), container));
  await mkdir(join(folder, 'Players'), { recursive: true });
  await write('Level.sav', SAVE_CLASSES.level, (writer) => writeLevel(writer, world));
  await write('LevelMeta.sav', SAVE_CLASSES.levelMeta, (writer) => writeLevelMeta(writer, world));
  for (const player of world.players) {
    const path = `Players/${player.uid.replaceAll('-', '')}.sav`;
    await write(path, SAVE_CLASSES.player, (writer) => writePlayer(writer, player));
  }
}

function writeLevel(writer: PropertyWriter, world: SaveWorld): void {
  writer.int('Version', 100);
  if (world.savedAtMs !== null) writer.dateTime('Timestamp', msToTicks(world.savedAtMs));
  if (writer.era !== 'A' && world.revision !== 0) writer.int('Revision', world.revision);
  writer.listStruct('worldSaveData', 'PalWorldSaveData', () => {
    writeCharacters(writer, world.characters);
    writeExploredCells(writer, world.exploredCells);
    writer.structs('MapObjectSaveData', 'PalMapObjectSaveData', world.mapObjects, (object) =>
      writeMapObject(writer, object),
    );
    writeCamps(writer, world.camps);
    writeItemContainers(writer, world.itemContainers);
    writeDynamicItems(writer, world.dynamicItems);
    writeCharacterContainers(writer, world.characterContainers);
    writeGroups(writer, world.groups);
    writeGuildExtras(writer, world.guildExtras);
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
  list: (writer: PropertyWriter) => void,
  era?: SaveEra,
  spell?: (name: string) => string,
): Buffer {
  const writer = new PropertyWriter(era, spell);
  writer.raw(Buffer.from('GVAS', 'latin1'));
  for (const version of [3, 522, 1008]) writer.i32(version);
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

/** A map object, with what typed records leave out. */
type WrittenObject = SaveMapObject & {
  /** Its second half, null for none, and the object that this names. */
  concrete?: { id: SaveGuid; modelId: SaveGuid } | null;
  concreteId?: SaveGuid;
  buildWorkId?: SaveGuid;
  repairWorkId?: SaveGuid;
  joinedIds?: readonly SaveGuid[];
};

/** Writes a record of `MapObjectSaveData` (docs/save-format.md#map-objects). */
export function writeMapObject(writer: PropertyWriter, object: WrittenObject): void {
  const { instanceId, concreteId = ZERO_GUID, mapObjectId, itemContainer, characterContainerId } = object;
  const { concrete = { id: concreteId, modelId: instanceId }, joinedIds } = object;
  if (writer.era === 'A') writer.vectorProperty('WorldLocation', object.location);
  writer.name('MapObjectId', mapObjectId);
  writer.listStruct('Model', 'PalMapObjectModelSaveData', () => {
    writeBlobStruct(writer, ['BuildProcess', 'PalMapObjectBuildProcessSaveData'], (blob) => {
      blob.u8(object.isUnderConstruction ? 0 : 1);
      blob.guid(object.buildWorkId ?? ZERO_GUID);
    });
    if (joinedIds) {
      writeBlobStruct(writer, ['Connector', 'PalMapObjectConnectorSaveData'], (blob) => {
        blob.i32(0);
        blob.u8(254);
        blob.list(joinedIds, (joinedId) => {
          blob.guid(joinedId);
          blob.u8(254);
        });
      });
    }
    writeBlob(writer, ['model'], (blob) => writeModel(blob, object));
  });
  writer.listStruct('ConcreteModel', 'PalMapObjectConcreteModelSaveData', () => {
    writeModules(writer, [
      ...(itemContainer ? [itemModule(itemContainer)] : []),
      ...(characterContainerId === null ? [] : [characterModule(characterContainerId)]),
    ]);
    writeBlob(writer, [], (blob) => {
      if (concrete === null) return;
      blob.guid(concrete.id);
      blob.guid(concrete.modelId);
      if (mapObjectId.toLowerCase() === 'expedition') writeExpedition(blob, object.expedition);
    });
  });
}

function writeModel(blob: PropertyWriter, object: WrittenObject): void {
  blob.guid(object.instanceId);
  blob.guid(object.concreteId ?? ZERO_GUID);
  blob.guid(object.campId);
  blob.guid(object.guildId);
  blob.i32(object.hp);
  blob.i32(object.maxHp);
  writeTransform(blob, object.location, object.yawDeg);
  blob.guid(object.repairWorkId ?? ZERO_GUID);
  blob.guid(object.spawnerId);
  blob.guid(object.ownerInstanceId);
  blob.guid(object.builderUid);
  blob.u8(0);
  blob.guid(ZERO_GUID); // stage
  blob.u32(0);
  blob.i64(0n);
  if (blob.era !== 'A') blob.i64(0n);
  if (eraVersion(blob.era, 'model') > 0) blob.u32(0);
}

type Module = Readonly<{ type: string; write: (blob: PropertyWriter) => void }>;

function writeModules(writer: PropertyWriter, modules: readonly Module[]): void {
  writer.map('ModuleMap', 'EnumProperty', 'StructProperty', modules, ({ type, write }) => {
    writer.text(`EPalMapObjectConcreteModelModuleType::${type}`);
    writeBlob(writer, [], write);
    writer.none();
  });
}

function itemModule({ id, usage }: NonNullable<SaveMapObject['itemContainer']>): Module {
  const write = (blob: PropertyWriter) => {
    blob.guid(id);
    blob.u32(1); // one slot attribute
    blob.u8(1);
    blob.list([7], (type) => blob.i32(type));
    blob.u32(0);
    blob.u32(1);
    blob.u8(usage);
  };
  return { type: 'ItemContainer', write };
}

function characterModule(id: SaveGuid): Module {
  return { type: 'CharacterContainer', write: (blob) => blob.guid(id) };
}

/** Writes the rest of the second half of an expedition station; null for one without a mission. */
function writeExpedition(blob: PropertyWriter, expedition: SaveMapObject['expedition']) {
  writeMark(blob);
  blob.text(expedition?.missionId ?? 'None');
  blob.u32(expedition?.assigned ?? 0);
  blob.zeros((expedition?.assigned ?? 0) * 32);
  blob.u8(expedition?.state ?? 0);
  blob.i64(0n);
}
