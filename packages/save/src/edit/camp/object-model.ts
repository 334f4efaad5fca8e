import type { SaveGuid } from '../../format/save-types.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { expectEnd, expectMark } from '../blob-end.ts';
import type { RecordBlob } from '../record-blob.ts';

/** Whose a map object is: from its `Model` blob (palworld-save 4.8). */
export interface ObjectModel {
  readonly instanceId: SaveGuid;
  readonly concreteId: SaveGuid;
  /** The zero GUID outside any camp. */
  readonly campId: SaveGuid;
  readonly repairWorkId: SaveGuid;
  /** Of a natural object: a rock, a log, a treasure box. The zero GUID for what was built or dropped. */
  readonly spawnerId: SaveGuid;
  readonly ownerId: SaveGuid;
}

const CAMP_AND_GROUP = { start: 32, end: 64 };
const REPAIR_WORK = { start: 152, end: 168 };

/** Throws `CorruptDataError` for a blob of another length than its versions have. */
export function readObjectModel({ bytes, versions }: RecordBlob): ObjectModel {
  const reader = new ByteReader(bytes);
  const [instanceId, concreteId, campId] = [reader.guid(), reader.guid(), reader.guid()];
  reader.take(16 + 8 + 80); // group, HP, Transform
  const [repairWorkId, spawnerId, ownerId] = [reader.guid(), reader.guid(), reader.guid()];
  reader.take(16 + 1 + 16 + 4 + 8); // builder, who may interact, stage, whether it is valid, creation in game ticks
  if (versions.known) reader.take(8); // creation in running time
  if (versions.model >= 1) reader.take(4);
  expectMark(reader, versions);
  expectEnd(reader);
  return { instanceId, concreteId, campId, repairWorkId, spawnerId, ownerId };
}

/** The model of an object that belongs to no camp and no group. */
export function withoutCamp({ bytes }: RecordBlob): Uint8Array {
  return Uint8Array.from(bytes).fill(0, CAMP_AND_GROUP.start, CAMP_AND_GROUP.end);
}

/** The model of an object whose repair nobody works at. */
export function withoutRepairWork({ bytes }: RecordBlob): Uint8Array {
  return Uint8Array.from(bytes).fill(0, REPAIR_WORK.start, REPAIR_WORK.end);
}
