import { guidFinder } from '../../format/guid.ts';
import type { SaveGuid } from '../../format/save-types.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import type { TreeValue } from '../../tree/property-tree.ts';
import type { LevelEditor } from '../level-editor.ts';
import { blobAt, entriesOf, listOf, requireProperty } from '../property-list.ts';
import { expectEnd, expectMark, listSplices, type RecordBlob, readList, readWhole } from '../record-blob.ts';
import { applySplices } from '../splice.ts';

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
export const withoutCamp = ({ bytes }: RecordBlob) => Uint8Array.from(bytes).fill(0, 32, 64);

export const withoutRepairWork = ({ bytes }: RecordBlob) => Uint8Array.from(bytes).fill(0, 152, 168);

/** Takes Pals off the works that they are assigned to: their entries of `WorkAssignMap` go. Throws a `SaveError`. */
export function removeWorkAssignments(level: LevelEditor, pals: ReadonlySet<SaveGuid>): void {
  if (pals.size === 0) return;
  const works = level.section('WorkSaveData');
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

/** The blob of a connector without its links to removed objects. Throws `CorruptDataError`. */
export function withoutLinks(connector: RecordBlob, removed: Pick<ReadonlySet<SaveGuid>, 'has'>): Buffer {
  const splices = readLinks(connector).flatMap((links) => listSplices(links, removed));
  return applySplices(connector.bytes, splices);
}

/** Links of a building to its neighbors: the blob `Model.Connector` (docs/save-format.md#connectors). */
function readLinks({ bytes, versions }: RecordBlob) {
  const reader = new ByteReader(bytes);
  reader.i32(); // level
  const groups = [readGroup(reader)];
  expectMark(reader, versions);
  if (reader.left === 0) return groups;
  // Foundations, walls and roofs also have groups by side.
  const markBytes = versions.mark ? 4 : 0;
  // There is no count of the groups. The smallest has five bytes, so that four can only be the pillars.
  while (reader.left > markBytes + 4) groups.push(readGroup(reader));
  if (reader.left === markBytes + 4) reader.u32();
  expectMark(reader, versions);
  expectEnd(reader);
  return groups;
}

function readGroup(reader: ByteReader) {
  reader.u8(); // index of the group
  return readList(reader, 16 + 1);
}
