import type { SaveEra } from '../format/save-types.ts';
import { BLOB_VERSION_IDS } from '../read/blob-versions.ts';
import type { PropertyWriter } from './property-writer.ts';

export type BlobVersionId = keyof typeof BLOB_VERSION_IDS;

const VERSIONS_OF_2025 = { mark: 0, guild: 1, slot: 1, model: 0, weapon: 0, characterBox: 1, itemBox: 1 };

/** The layout versions in each era's CustomVersionData; 0 is "not listed". */
const ERA_VERSIONS: Record<SaveEra, Record<BlobVersionId, number>> = {
  A: { mark: 0, guild: 0, slot: 0, model: 0, weapon: 0, characterBox: 0, itemBox: 0 },
  B: VERSIONS_OF_2025,
  C: { ...VERSIONS_OF_2025, mark: 1 },
  D: { ...VERSIONS_OF_2025, mark: 1, guild: 4, model: 3, weapon: 1 },
};

export function eraVersion(era: SaveEra, id: BlobVersionId): number {
  return ERA_VERSIONS[era][id];
}

/** Writes the mark, a u32 that ends each class level of a blob since era C. */
export function writeMark(writer: PropertyWriter): void {
  if (eraVersion(writer.era, 'mark') > 0) writer.u32(0);
}

/** Writes `RawData`, with its last mark unless it is empty, and, since era B, the versions `ids` beside it. */
export function writeBlob(
  writer: PropertyWriter,
  ids: readonly BlobVersionId[],
  write: (blob: PropertyWriter) => void,
): void {
  const bytes = writer.blob((blob) => {
    write(blob);
    if (blob.length > 0) writeMark(blob);
  });
  writer.bytes('RawData', bytes);
  if (writer.era === 'A') return;
  const present = [...ids, 'mark' as const].filter((id) => eraVersion(writer.era, id) > 0);
  const versions = writer.blob((list) => {
    if (present.length === 0) return;
    list.list(present, (id) => {
      list.guid(BLOB_VERSION_IDS[id]);
      list.i32(eraVersion(writer.era, id));
    });
  });
  writer.bytes('CustomVersionData', versions);
}

/** Writes a struct that holds nothing but a blob. */
export function writeBlobStruct(
  writer: PropertyWriter,
  [name, structType]: readonly [name: string, structType: string],
  write: (blob: PropertyWriter) => void,
): void {
  writer.listStruct(name, structType, () => writeBlob(writer, [], write));
}
