import type { SaveMapObject } from '../format/save-types.ts';
import { enumNameOf, SMALLEST_STRUCT_BYTES } from './property-reader.ts';
import { Blob, type SaveReader } from './save-reader.ts';

// Loops by hand instead of field tables, for speed: see item-container.ts.

/** Reads `MapObjectSaveData` (palworld-save 4.8). */
export function readMapObjects(reader: SaveReader): SaveMapObject[] {
  const blobs = {
    model: new Blob('Model'),
    build: new Blob('Model.BuildProcess'),
    concrete: new Blob('ConcreteModel'),
    items: new Blob('ConcreteModel.ModuleMap[ItemContainer]'),
    characters: new Blob('ConcreteModel.ModuleMap[CharacterContainer]'),
  };
  return reader.eachRecord(reader.structs(), () => readMapObject(reader, blobs));
}

interface MapObjectBlobs {
  model: Blob;
  build: Blob;
  concrete: Blob;
  items: Blob;
  characters: Blob;
}

function readMapObject(reader: SaveReader, blobs: MapObjectBlobs): SaveMapObject | null {
  const mapObjectId = findBlobs(reader, blobs);
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

/** Notes where the blobs of a map object lie and returns its `MapObjectId`. */
function findBlobs(reader: SaveReader, blobs: MapObjectBlobs): string {
  blobs.model.clear();
  blobs.build.clear();
  blobs.concrete.clear();
  blobs.items.clear();
  blobs.characters.clear();
  let mapObjectId = '';
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'mapobjectid') mapObjectId = reader.string();
    else if (reader.name === 'model' && reader.isStruct()) findModelBlobs(reader, blobs);
    else if (reader.name === 'concretemodel' && reader.isStruct()) findConcreteModelBlobs(reader, blobs);
    else reader.skip();
    reader.endValue(end);
  }
  return mapObjectId;
}

function findModelBlobs(reader: SaveReader, blobs: MapObjectBlobs): void {
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'buildprocess') reader.blobStruct(blobs.build);
    else reader.blobProperty(blobs.model);
    reader.endValue(end);
  }
}

function findConcreteModelBlobs(reader: SaveReader, blobs: MapObjectBlobs): void {
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'modulemap') findModuleBlobs(reader, blobs);
    else reader.blobProperty(blobs.concrete);
    reader.endValue(end);
  }
}

function findModuleBlobs(reader: SaveReader, blobs: MapObjectBlobs): void {
  const count = reader.pairs(4 + SMALLEST_STRUCT_BYTES);
  const other = new Blob();
  for (let index = 0; index < count; index += 1) {
    const module = enumNameOf(reader.text());
    if (module === 'ItemContainer') reader.blobList(blobs.items);
    else if (module === 'CharacterContainer') reader.blobList(blobs.characters);
    else reader.blobList(other);
  }
}

function readModel(reader: SaveReader): SaveMapObject {
  const instanceId = reader.guid();
  reader.take(16); // concrete model
  const campId = reader.guid();
  const guildId = reader.guid();
  const hp = reader.i32();
  const maxHp = reader.i32();
  const yawDeg = yawDegOf(reader.f64(), reader.f64(), reader.f64(), reader.f64());
  const location = reader.vector();
  reader.take(24); // scale
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
    yawDeg,
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

const HUNDREDTHS_PER_RADIAN = 18_000 / Math.PI;

/** The turn of a quaternion about the vertical axis, as the game computes it; 0 for one that is no rotation. */
export function yawDegOf(x: number, y: number, z: number, w: number): number {
  const radians = Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
  const hundredths = Math.round(radians * HUNDREDTHS_PER_RADIAN) || 0;
  return (hundredths === -18_000 ? 18_000 : hundredths) / 100;
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
