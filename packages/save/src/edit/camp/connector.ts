import type { SaveGuid } from '../../format/save-types.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { expectEnd, expectMark, listSplices, type RecordBlob, readList } from '../record-blob.ts';
import { applySplices } from '../splice.ts';

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
