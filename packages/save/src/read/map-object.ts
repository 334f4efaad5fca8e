import type { SaveMapObject } from '../format/save-types.ts';
import { enumNameOf, MIN_STRUCT_BYTES } from './property-reader.ts';
import { Blob, blobFields, fieldTable, readFields, readStruct, type SaveReader } from './save-reader.ts';

type ObjectFields = { mapObjectId: string; model: Blob; concrete: Blob } & Partial<
  Record<'build' | 'items' | 'characters', Blob>
>;

const NO_BLOB = new Blob();

/** Reads a record of `MapObjectSaveData` (docs/save-format.md#map-objects). */
export function readMapObject(reader: SaveReader): SaveMapObject | null {
  const fields: ObjectFields = {
    mapObjectId: '',
    model: new Blob('Model'),
    concrete: new Blob('ConcreteModel'),
  };
  readFields(reader, MAP_OBJECT, fields);
  const { model, build = NO_BLOB, concrete, items = NO_BLOB, characters = NO_BLOB } = fields;
  const object = reader.inBlob(model, readModel);
  if (!object) return null;
  object.mapObjectId = fields.mapObjectId;
  if (build.start >= 0) object.isUnderConstruction = reader.inBlob(build, readIsUnderConstruction) ?? false;
  if (items.start >= 0) object.itemContainer = reader.inBlob(items, readItemModule);
  if (characters.start >= 0) object.characterContainerId = reader.inBlob(characters, () => reader.lastGuid());
  if (concrete.start >= 0 && fields.mapObjectId.toLowerCase() === 'expedition') {
    object.expedition = reader.inBlob(concrete, readExpedition);
  }
  return object;
}

const MAP_OBJECT = fieldTable<ObjectFields>({
  MapObjectId: (reader, fields) => (fields.mapObjectId = reader.string()),
  Model: (reader, fields) => readStruct(reader, MODEL, fields),
  ConcreteModel: (reader, fields) => readStruct(reader, CONCRETE_MODEL, fields),
});

const MODEL = fieldTable<ObjectFields>({
  BuildProcess: (reader, fields) => (fields.build = reader.blobStruct('Model.BuildProcess')),
  ...blobFields(({ model }) => model),
});

const CONCRETE_MODEL = fieldTable<ObjectFields>({
  ModuleMap: (reader, fields) => findModuleBlobs(reader, fields),
  ...blobFields(({ concrete }) => concrete),
});

function findModuleBlobs(reader: SaveReader, fields: ObjectFields): void {
  const count = reader.pairs(4 + MIN_STRUCT_BYTES);
  for (let index = 0; index < count; index += 1) {
    const module = enumNameOf(reader.text());
    const blob = reader.blobList(`ConcreteModel.ModuleMap[${module}]`);
    if (module === 'ItemContainer') fields.items = blob;
    else if (module === 'CharacterContainer') fields.characters = blob;
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
  reader.take(1 + 16 + 4 + 8); // interaction rights, stage, whether it is valid, creation in game ticks
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

/** The turn of a quaternion about the vertical axis, as the game computes it; 0 for an invalid one. */
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
  reader.array(5, () => {
    reader.u8();
    reader.skipArray(4);
  });
  reader.skipArray(1);
  reader.u32(); // dropped when destroyed
  const usage = reader.u8();
  reader.mark();
  return { id, usage };
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
