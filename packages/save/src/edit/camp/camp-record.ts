import type { SaveGuid } from '../../format/save-types.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { expectEnd, expectMark } from '../blob-end.ts';
import type { LevelEditor } from '../level-editor.ts';
import type { RecordBlob } from '../record-blob.ts';
import { SaveEditError } from '../save-edit.ts';

/** What a record of `BaseCampSaveData` names (palworld-save 4.3). */
export interface CampRecord {
  readonly id: SaveGuid;
  readonly guildId: SaveGuid;
  readonly palboxObjectId: SaveGuid;
  readonly workerContainerId: SaveGuid;
}

/** Throws a `SaveEditError` where there is no such camp. */
export function readCampRecord(level: LevelEditor, id: SaveGuid): CampRecord {
  const camps = level.has('BaseCampSaveData') ? level.section('BaseCampSaveData') : undefined;
  if (!camps?.has(id)) throw new SaveEditError(`the save has no base camp ${id}`);
  return {
    id,
    ...camps.requireBlob(id, [], readCamp),
    workerContainerId: camps.requireBlob(id, ['WorkerDirector'], readWorkerContainer),
  };
}

function readCamp({ bytes, versions }: RecordBlob): Pick<CampRecord, 'guildId' | 'palboxObjectId'> {
  const reader = new ByteReader(bytes);
  reader.take(16); // the id
  reader.skipText(); // the name
  reader.take(1 + 80 + 4); // state, Transform, area
  const guildId = reader.guid();
  reader.take(80); // fast travel
  const palboxObjectId = reader.guid();
  expectMark(reader, versions);
  expectEnd(reader);
  return { guildId, palboxObjectId };
}

function readWorkerContainer({ bytes, versions }: RecordBlob): SaveGuid {
  const reader = new ByteReader(bytes);
  reader.take(16 + 80 + 2); // id, spawn point, order, battle
  const containerId = reader.guid();
  expectMark(reader, versions);
  expectEnd(reader);
  return containerId;
}
