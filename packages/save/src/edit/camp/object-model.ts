import { readWhole } from '../blob-end.ts';
import type { RecordBlob } from '../record-blob.ts';

const CAMP_AND_GROUP = { start: 32, end: 64 };
const REPAIR_WORK = { start: 152, end: 168 };

export type ObjectModel = ReturnType<typeof readObjectModel>;

/**
 * Whose a map object is: from its `Model` blob (palworld-save 4.8). Throws `CorruptDataError` for a blob of another length
 * than its versions have.
 */
export function readObjectModel(blob: RecordBlob) {
  return readWhole(blob, (reader) => {
    const [instanceId, concreteId] = [reader.guid(), reader.guid()];
    /** The zero GUID outside any camp. */
    const campId = reader.guid();
    reader.take(16 + 8 + 80); // group, HP, Transform
    const repairWorkId = reader.guid();
    /** Of a natural object: a rock, a log, a treasure box. The zero GUID for what was built or dropped. */
    const spawnerId = reader.guid();
    const ownerId = reader.guid();
    reader.take(16 + 1 + 16 + 4 + 8); // builder, who may interact, stage, whether it is valid, creation in game ticks
    if (blob.versions.known) reader.take(8); // creation in running time
    if (blob.versions.model >= 1) reader.take(4);
    return { instanceId, concreteId, campId, repairWorkId, spawnerId, ownerId };
  });
}

/** The model of an object that belongs to no camp and no group. */
export function withoutCamp({ bytes }: RecordBlob): Uint8Array {
  return Uint8Array.from(bytes).fill(0, CAMP_AND_GROUP.start, CAMP_AND_GROUP.end);
}

/** The model of an object whose repair nobody works at. */
export function withoutRepairWork({ bytes }: RecordBlob): Uint8Array {
  return Uint8Array.from(bytes).fill(0, REPAIR_WORK.start, REPAIR_WORK.end);
}
