import type { SaveGuid } from '../../format/save-types.ts';
import type { BlobVersions } from '../../read/blob-versions.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { ByteWriter } from '../../write/byte-writer.ts';
import { expectEnd, expectMark, type RecordBlob } from '../record-blob.ts';

/** Links of a building to its neighbours: the blob `Model.Connector` (save-writing 4 h). */
export interface Connector {
  readonly level: number;
  readonly anywhere: ConnectorGroup;
  /** Foundations, walls and roofs also have groups by side; null where the blob ends before them. */
  readonly sides: { readonly groups: readonly ConnectorGroup[]; readonly pillars: number | null } | null;
}

export interface ConnectorGroup {
  readonly index: number;
  readonly links: readonly { readonly objectId: SaveGuid; readonly index: number }[];
}

/** Throws `CorruptDataError` for a blob that does not end where it should. */
export function readConnector({ bytes, versions }: RecordBlob): Connector {
  const reader = new ByteReader(bytes);
  const level = reader.i32();
  const anywhere = readGroup(reader);
  expectMark(reader, versions);
  if (reader.left === 0) return { level, anywhere, sides: null };
  const markBytes = versions.mark ? 4 : 0;
  const groups: ConnectorGroup[] = [];
  // There is no count of the groups. The smallest has five bytes, so that four can only be the pillars.
  while (reader.left > markBytes + 4) groups.push(readGroup(reader));
  const pillars = reader.left === markBytes + 4 ? reader.u32() : null;
  expectMark(reader, versions);
  expectEnd(reader);
  return { level, anywhere, sides: { groups, pillars } };
}

function readGroup(reader: ByteReader): ConnectorGroup {
  const index = reader.u8();
  const links = reader.each(17, () => ({ objectId: reader.guid(), index: reader.u8() }));
  return { index, links };
}

/** The counterpart of `readConnector`. */
export function writeConnector({ level, anywhere, sides }: Connector, versions: BlobVersions): Buffer {
  const writer = new ByteWriter();
  const writeMark = () => {
    if (versions.mark) writer.u32(0);
  };
  writer.i32(level);
  writeGroup(writer, anywhere);
  writeMark();
  if (sides !== null) {
    for (const group of sides.groups) writeGroup(writer, group);
    if (sides.pillars !== null) writer.u32(sides.pillars);
    writeMark();
  }
  return writer.result();
}

function writeGroup(writer: ByteWriter, { index, links }: ConnectorGroup): void {
  writer.u8(index);
  writer.u32(links.length);
  for (const link of links) {
    writer.guid(link.objectId);
    writer.u8(link.index);
  }
}

/** The connector without its links to removed objects. */
export function withoutLinks(connector: Connector, removed: Pick<ReadonlySet<SaveGuid>, 'has'>): Connector {
  const withoutRemoved = ({ index, links }: ConnectorGroup): ConnectorGroup => ({
    index,
    links: links.filter((link) => !removed.has(link.objectId)),
  });
  const { level, anywhere, sides } = connector;
  return {
    level,
    anywhere: withoutRemoved(anywhere),
    sides: sides && { groups: sides.groups.map(withoutRemoved), pillars: sides.pillars },
  };
}
