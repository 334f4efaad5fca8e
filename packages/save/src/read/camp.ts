import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCamp } from '../format/save-types.ts';
import { SMALLEST_STRUCT_BYTES } from './property-reader.ts';
import { Blob, type SaveReader } from './save-reader.ts';

/** Reads `BaseCampSaveData` (palworld-save 4.3). */
export function readCamps(reader: SaveReader): SaveCamp[] {
  const camps: SaveCamp[] = [];
  const count = reader.pairs(16 + SMALLEST_STRUCT_BYTES);
  const blob = new Blob();
  const workers = new Blob('WorkerDirector');
  for (reader.record = 0; reader.record < count; reader.record += 1) {
    const id = reader.guid();
    blob.clear();
    workers.clear();
    while (reader.next()) {
      const end = reader.valueEnd;
      if (reader.name === 'workerdirector') reader.blobStruct(workers);
      else if (!reader.blobProperty(blob)) reader.skip();
      reader.endValue(end);
    }
    const camp = reader.inBlob(blob, readCamp);
    if (!camp) continue;
    camp.id = id;
    camp.workerContainerId = reader.inBlob(workers, readWorkerContainer) ?? ZERO_GUID;
    camps.push(camp);
  }
  reader.record = -1;
  return camps;
}

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
