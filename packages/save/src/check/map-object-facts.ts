import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { enumNameOf, MIN_STRUCT_BYTES } from '../read/property-reader.ts';
import { Blob } from '../read/save-reader.ts';
import type { FactReader } from './fact-reader.ts';
import { type MapObjectFacts, noMapObject } from './level-facts.ts';

/** Reads `MapObjectSaveData` (docs/save-format.md#map-objects). */
export function readMapObjectFacts(reader: FactReader, facts: MapObjectFacts[]): void {
  reader.collect(facts, reader.structs(), (index) => {
    const blobs = { model: new Blob(), build: new Blob(), connector: new Blob(), concrete: new Blob() };
    const modules: Module[] = [];
    const object = noMapObject();
    reader.fields((name) => {
      if (name === 'mapobjectid') object.objectId = reader.string();
      else if (name === 'model') findModelBlobs(reader, blobs);
      else if (name === 'concretemodel') findConcreteBlobs(reader, blobs.concrete, modules);
    });
    const place = () => (object.id === ZERO_GUID ? `worldSaveData.MapObjectSaveData[${index}]` : object.id);
    reader.factsIn(blobs.model, place, () => readModel(reader, object));
    reader.factsIn(blobs.build, place, () => {
      reader.u8(); // state
      addId(object.workIds, reader.guid());
      reader.mark();
    });
    reader.factsIn(blobs.connector, place, () => readConnector(reader, object));
    reader.factsIn(blobs.concrete, place, () => readConcreteModel(reader, object));
    for (const { type, blob } of modules) reader.factsIn(blob, place, () => readModule(reader, type, object));
    return object;
  });
}

type Module = { readonly type: string; readonly blob: Blob };

function findModelBlobs(reader: FactReader, blobs: { model: Blob; build: Blob; connector: Blob }): void {
  reader.structFields((name) => {
    if (name === 'buildprocess') blobs.build = reader.blobStruct();
    else if (name === 'connector') blobs.connector = reader.blobStruct();
    else reader.blobProperty(blobs.model);
  });
}

function findConcreteBlobs(reader: FactReader, concrete: Blob, modules: Module[]): void {
  reader.structFields((name) => {
    if (name !== 'modulemap') return reader.blobProperty(concrete);
    reader.collect(modules, reader.pairs(4 + MIN_STRUCT_BYTES), () => {
      return { type: enumNameOf(reader.text()), blob: reader.blobList() };
    });
  });
}

function readModel(reader: FactReader, object: MapObjectFacts): void {
  object.id = reader.guid();
  object.concreteId = reader.guid();
  object.campId = reader.guid();
  object.groupId = reader.guid();
  reader.take(4 + 4 + 80); // HP, maximum HP, place
  addId(object.workIds, reader.guid()); // its repair
  reader.take(16); // spawner
  object.ownerId = reader.guid();
  reader.take(16 + 1 + 16 + 4 + 8); // builder, interaction rights, stage, whether it is valid, creation in game ticks
  if (reader.versions.known) reader.take(8); // creation in running time
  if (reader.versions.model >= 1) reader.take(4);
  reader.mark();
}

/** A level, the parts above or below, then those at each side, and for pillars one number more. */
function readConnector(reader: FactReader, object: MapObjectFacts): void {
  reader.i32();
  readJoined(reader, object);
  reader.mark();
  if (reader.left === 0) return;
  const smallestGroup = 5;
  while (reader.left >= smallestGroup + reader.markBytes) readJoined(reader, object);
  if (reader.left > reader.markBytes) reader.u32();
  reader.mark();
}

function readJoined(reader: FactReader, object: MapObjectFacts): void {
  reader.u8();
  reader.array(17, () => {
    addId(object.joinedIds, reader.guid());
    reader.u8();
  });
}

/** Every concrete model begins alike; only the expedition station is known to its end. */
function readConcreteModel(reader: FactReader, object: MapObjectFacts): void {
  object.concrete = { id: reader.guid(), modelId: reader.guid() };
  if (object.objectId.toLowerCase() !== 'expedition') {
    reader.at = reader.end;
    return;
  }
  reader.mark();
  reader.skipText(); // mission
  reader.skipArray(32); // Pals on it
  reader.take(1 + 8); // state, start
  reader.mark();
}

function readModule(reader: FactReader, type: string, object: MapObjectFacts): void {
  if (type === 'ItemContainer') {
    object.itemContainerIds.push(reader.guid());
    reader.array(5, () => {
      reader.u8();
      reader.skipArray(4);
    });
    reader.skipArray(1);
    reader.take(4 + 1); // dropped when destroyed, usage
  } else if (type === 'CharacterContainer') object.characterContainerIds.push(reader.guid());
  else if (type === 'Workee') addId(object.workIds, reader.guid());
  else {
    reader.at = reader.end; // no layout is known
    return;
  }
  reader.mark();
}

function addId(ids: SaveGuid[], id: SaveGuid): void {
  if (id !== ZERO_GUID) ids.push(id);
}
