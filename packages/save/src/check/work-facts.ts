import { ZERO_GUID } from '../format/guid.ts';
import { SMALLEST_STRUCT_BYTES } from '../read/property-reader.ts';
import { type BlobRange, type FactReader, noBlob, resetBlob } from './fact-reader.ts';
import type { WorkFacts } from './level-facts.ts';

/** Reads `WorkSaveData` (save-writing 4 h). The end of a work depends on its type and is not known. */
export function readWorkFacts(reader: FactReader, found: WorkFacts[]): void {
  const blob = noBlob();
  const count = reader.structs();
  for (let index = 0; index < count; index += 1) {
    const assignments: BlobRange[] = [];
    const work = noWork();
    resetBlob(blob);
    reader.fields((name) => {
      if (name === 'workassignmap') findAssignments(reader, assignments);
      else reader.blobField(blob);
    });
    const place = () => (work.id === ZERO_GUID ? `worldSaveData.WorkSaveData[${index}]` : work.id);
    reader.inBlob(blob, place, () => readWork(reader, work));
    for (const assignment of assignments)
      reader.inBlob(assignment, place, () => readAssignment(reader, work));
    found.push(work);
  }
}

function noWork(): WorkFacts {
  return { id: ZERO_GUID, campId: ZERO_GUID, objectId: ZERO_GUID, concreteId: ZERO_GUID, assignedIds: [] };
}

function findAssignments(reader: FactReader, found: BlobRange[]): void {
  const count = reader.pairs(4 + SMALLEST_STRUCT_BYTES);
  for (let index = 0; index < count; index += 1) {
    reader.take(4); // the key, an Int
    const blob = noBlob();
    reader.blobFields(blob);
    found.push(blob);
  }
}

function readWork(reader: FactReader, work: WorkFacts): void {
  work.id = reader.guid();
  reader.take(14 * 8); // place and extent
  work.campId = reader.guid();
  work.objectId = reader.guid();
  work.concreteId = reader.guid();
  reader.at = reader.end;
}

function readAssignment(reader: FactReader, work: WorkFacts): void {
  reader.take(16 + 4 + 1 + 16); // the work, the place, the type, player uid
  const instanceId = reader.guid();
  if (instanceId !== ZERO_GUID) work.assignedIds.push(instanceId);
  reader.take(1 + 4); // state, whether it is fixed
  reader.mark();
}
