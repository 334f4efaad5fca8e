import type { SaveMapObject } from '../format/save-types.ts';
import { SMALLEST_STRUCT_BYTES, wordOf } from './property-reader.ts';
import { Blob, type SaveReader } from './save-reader.ts';

/** Reads `MapObjectSaveData` (palworld-save 4.8). */
export function readMapObjects(reader: SaveReader): SaveMapObject[] {
  const objects: SaveMapObject[] = [];
  const count = reader.structs();
  const blobs = {
    model: new Blob('Model'),
    build: new Blob('Model.BuildProcess'),
    concrete: new Blob('ConcreteModel'),
    items: new Blob('ConcreteModel.ModuleMap[ItemContainer]'),
    characters: new Blob('ConcreteModel.ModuleMap[CharacterContainer]'),
  };
  for (reader.record = 0; reader.record < count; reader.record += 1) {
    const object = readMapObject(reader, blobs);
    if (object) objects.push(object);
  }
  reader.record = -1;
  return objects;
}

interface MapObjectBlobs {
  model: Blob;
  build: Blob;
  concrete: Blob;
  items: Blob;
  characters: Blob;
}

function readMapObject(reader: SaveReader, blobs: MapObjectBlobs): SaveMapObject | null {
  blobs.model.clear();
  blobs.build.clear();
  blobs.concrete.clear();
  blobs.items.clear();
  blobs.characters.clear();
  let mapObjectId = '';
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'mapobjectid') mapObjectId = reader.string();
    else if (reader.name === 'model' && reader.isStruct()) findModel(reader, blobs);
    else if (reader.name === 'concretemodel' && reader.isStruct()) findConcreteModel(reader, blobs);
    else reader.skip();
    reader.endValue(end);
  }
  const object = reader.inBlob(blobs.model, readModel);
  if (!object) return null;
  object.mapObjectId = mapObjectId;
  if (blobs.build.start >= 0) {
    object.isUnderConstruction = reader.inBlob(blobs.build, readIsUnderConstruction) ?? false;
  }
  if (blobs.items.start >= 0) object.itemContainer = reader.inBlob(blobs.items, readItemModule);
  if (blobs.characters.start >= 0) {
    object.characterContainerId = reader.inBlob(blobs.characters, readCharacterModule);
  }
  if (blobs.concrete.start >= 0 && mapObjectId.toLowerCase() === 'expedition') {
    object.expedition = reader.inBlob(blobs.concrete, readExpedition);
  }
  return object;
}

function findModel(reader: SaveReader, blobs: MapObjectBlobs): void {
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'buildprocess') reader.blobStruct(blobs.build);
    else if (!reader.blobProperty(blobs.model)) reader.skip();
    reader.endValue(end);
  }
}

function findConcreteModel(reader: SaveReader, blobs: MapObjectBlobs): void {
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'modulemap') findModules(reader, blobs);
    else if (!reader.blobProperty(blobs.concrete)) reader.skip();
    reader.endValue(end);
  }
}

function findModules(reader: SaveReader, blobs: MapObjectBlobs): void {
  const count = reader.pairs(4 + SMALLEST_STRUCT_BYTES);
  const other = new Blob();
  for (let index = 0; index < count; index += 1) {
    const module = wordOf(reader.text());
    const blob =
      module === 'ItemContainer' ? blobs.items : module === 'CharacterContainer' ? blobs.characters : other;
    while (reader.next()) {
      const end = reader.valueEnd;
      if (!reader.blobProperty(blob)) reader.skip();
      reader.endValue(end);
    }
  }
}

function readModel(reader: SaveReader): SaveMapObject {
  const instanceId = reader.guid();
  reader.take(16); // concrete model
  const campId = reader.guid();
  const guildId = reader.guid();
  const hp = reader.i32();
  const maxHp = reader.i32();
  const location = reader.transformLocation();
  reader.take(16); // repair work
  const spawnerId = reader.guid();
  const ownerInstanceId = reader.guid();
  const builderUid = reader.guid();
  reader.take(1 + 16 + 4 + 8); // who may interact, stage, whether it is valid, creation in game ticks
  if (reader.versions.known) reader.take(8); // creation in running time
  if (reader.versions.model >= 1) reader.take(4);
  reader.mark();
  return {
    instanceId,
    mapObjectId: '',
    campId,
    guildId,
    location,
    hp,
    maxHp,
    spawnerId,
    ownerInstanceId,
    builderUid,
    isUnderConstruction: false,
    itemContainer: null,
    characterContainerId: null,
    expedition: null,
  };
}

function readIsUnderConstruction(reader: SaveReader): boolean {
  const state = reader.u8();
  reader.take(16); // the work
  reader.mark();
  return state === 0;
}

function readItemModule(reader: SaveReader): SaveMapObject['itemContainer'] {
  const id = reader.guid();
  const attributes = reader.count(5);
  for (let index = 0; index < attributes; index += 1) {
    reader.u8();
    reader.skipArray(4);
  }
  reader.skipArray(1);
  reader.u32(); // dropped when destroyed
  const usage = reader.u8();
  reader.mark();
  return { id, usage };
}

function readCharacterModule(reader: SaveReader): string {
  const id = reader.guid();
  reader.mark();
  return id;
}

function readExpedition(reader: SaveReader): SaveMapObject['expedition'] {
  reader.take(32); // the station and its model
  if (!reader.mark()) return null;
  const missionId = reader.text();
  const assigned = reader.count(32);
  reader.take(assigned * 32);
  const state = reader.u8();
  reader.take(8); // start
  reader.mark();
  return missionId === '' || missionId === 'None' ? null : { missionId, state, assigned };
}
