import type { SaveGuid } from '../../format/save-types.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import type { RecordBlob } from '../record-blob.ts';

/** Where a work belongs: the begin of a `WorkSaveData` blob, which is alike for all types (save-writing 4 h). */
export interface WorkPlace {
  readonly id: SaveGuid;
  readonly campId: SaveGuid;
  readonly objectId: SaveGuid;
}

/** Throws `CorruptDataError` for a blob that is too short. */
export function readWorkPlace({ bytes }: RecordBlob): WorkPlace {
  const reader = new ByteReader(bytes);
  const id = reader.guid();
  reader.take(14 * 8); // bounds and their place
  const campId = reader.guid();
  const objectId = reader.guid();
  reader.take(16 + 1); // concrete model, state
  return { id, campId, objectId };
}
