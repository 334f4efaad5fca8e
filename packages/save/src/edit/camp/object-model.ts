import { guidFinder } from '../../format/guid.ts';
import type { SaveGuid } from '../../format/save-types.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import type { TreeValue } from '../../tree/property-tree.ts';
import type { LevelEditor } from '../level-editor.ts';
import { blobAt, entriesOf, listOf, requireProperty } from '../property-list.ts';
import { type RecordBlob, readWhole } from '../record-blob.ts';

const CAMP_AND_GROUP = { start: 32, end: 64 };
const REPAIR_WORK = { start: 152, end: 168 };

export type ObjectModel = ReturnType<typeof readObjectModel>;

/** Owners of a map object, from its `Model` blob (docs/save-format.md#map-objects). */
export function readObjectModel(blob: RecordBlob) {
  return readWhole(blob, (reader) => {
    const [instanceId, concreteId] = [reader.guid(), reader.guid()];
    /** The zero GUID outside any camp. */
    const campId = reader.guid();
    reader.take(16 + 8 + 80); // group, HP, Transform
    const repairWorkId = reader.guid();
    /** Id of a natural object: a rock, a log, a treasure box. The zero GUID for built or dropped objects. */
    const spawnerId = reader.guid();
    const ownerId = reader.guid();
    reader.take(16 + 1 + 16 + 4 + 8); // builder, interaction rights, stage, whether it is valid, creation in game ticks
    if (blob.versions.known) reader.take(8); // creation in running time
    if (blob.versions.model >= 1) reader.take(4);
    return { instanceId, concreteId, campId, repairWorkId, spawnerId, ownerId };
  });
}

/** The model of an object that belongs to no camp and no group. */
export function withoutCamp({ bytes }: RecordBlob): Uint8Array {
  return Uint8Array.from(bytes).fill(0, CAMP_AND_GROUP.start, CAMP_AND_GROUP.end);
}

export function withoutRepairWork({ bytes }: RecordBlob): Uint8Array {
  return Uint8Array.from(bytes).fill(0, REPAIR_WORK.start, REPAIR_WORK.end);
}

/** Takes Pals off the works that they are assigned to: their entries of `WorkAssignMap` go. Throws a `SaveError`. */
export function removeWorkAssignments(level: LevelEditor, pals: ReadonlySet<SaveGuid>): void {
  const works = pals.size === 0 ? undefined : level.find('WorkSaveData');
  if (works === undefined) return;
  const find = guidFinder(pals);
  for (const id of works.ids()) {
    const stored = works.recordBytes(id);
    if (stored === undefined || find(stored).size === 0) continue;
    works.changeRecord(id, ({ properties }) => {
      const { value } = requireProperty(properties, 'WorkAssignMap');
      const entries = entriesOf(value);
      const remaining = entries.filter(([, assignment]) => !pals.has(assignedPal(assignment)));
      entries.splice(0, entries.length, ...remaining);
    });
  }
}

/** The character of an assignment: guid work, i32 place, u8 type, guid player, guid instance and more. */
function assignedPal(assignment: TreeValue): SaveGuid {
  const blob = blobAt(listOf(assignment));
  const reader = new ByteReader(blob);
  reader.take(16 + 4 + 1 + 16);
  return reader.guid();
}
