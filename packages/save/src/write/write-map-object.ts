import { ZERO_GUID } from '../format/guid.ts';
import type { SaveEra } from '../format/save-era.ts';
import type { SaveMapObject } from '../format/save-types.ts';
import type { PropertyWriter } from './property-writer.ts';
import { eraVersion, writeBlob, writeMark } from './save-era.ts';
import { writeTransform } from './write-group.ts';

/** Writes `MapObjectSaveData` (palworld-save 4.8). */
export function writeMapObjects(
  writer: PropertyWriter,
  era: SaveEra,
  objects: readonly SaveMapObject[],
): void {
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
