import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCamp } from '../format/save-types.ts';
import { blobFields, fieldTable, readFields } from './field-table.ts';
import { SMALLEST_STRUCT_BYTES } from './property-reader.ts';
import { Blob, type SaveReader } from './save-reader.ts';

/** Reads `BaseCampSaveData` (palworld-save 4.3). */
export function readCamps(reader: SaveReader): SaveCamp[] {
  const blobs: CampBlobs = { camp: new Blob(), workers: new Blob('WorkerDirector') };
  return reader.eachRecord(reader.pairs(16 + SMALLEST_STRUCT_BYTES), () => {
    const id = reader.guid();
    blobs.camp.clear();
    blobs.workers.clear();
    readFields(reader, CAMP, blobs);
    const camp = reader.inBlob(blobs.camp, readCamp);
    if (!camp) return null;
    camp.id = id;
    camp.workerContainerId = reader.inBlob(blobs.workers, readWorkerContainer) ?? ZERO_GUID;
    return camp;
  });
}

interface CampBlobs {
  camp: Blob;
  workers: Blob;
}

const CAMP = fieldTable<CampBlobs>({
  WorkerDirector: (reader, blobs) => reader.blobStruct(blobs.workers),
  ...blobFields((blobs) => blobs.camp),
});

function readCamp(reader: SaveReader): SaveCamp {
  const id = reader.guid();
  const name = reader.text();
  const state = reader.u8() === 1 ? 'Normal' : 'NotAvailable';
  const location = reader.transformLocation();
  const areaRangeCm = reader.f32();
  const guildId = reader.guid();
  reader.take(80); // the fast travel point, relative
  const palboxObjectId = reader.guid();
  reader.mark();
  return { id, name, state, location, areaRangeCm, guildId, palboxObjectId, workerContainerId: ZERO_GUID };
}

function readWorkerContainer(reader: SaveReader): string {
  reader.take(16 + 80 + 2); // id, spawn point, order, battle
  const containerId = reader.guid();
  reader.mark();
  return containerId;
}
