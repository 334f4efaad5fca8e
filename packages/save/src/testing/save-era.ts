import type { SaveEra } from '../format/save-types.ts';
import { BLOB_VERSION_IDS } from '../read/blob-versions.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import type { PropertyWriter } from './property-writer.ts';

export type BlobVersionId = keyof typeof BLOB_VERSION_IDS;

/** The layout versions in each era's CustomVersionData; 0 is "not listed". */
const ERA_VERSIONS: Record<SaveEra, Record<BlobVersionId, number>> = {
  A: { mark: 0, guild: 0, slot: 0, model: 0, weapon: 0, characterBox: 0, itemBox: 0 },
  B: { mark: 0, guild: 1, slot: 1, model: 0, weapon: 0, characterBox: 1, itemBox: 1 },
  C: { mark: 1, guild: 1, slot: 1, model: 0, weapon: 0, characterBox: 1, itemBox: 1 },
  D: { mark: 1, guild: 4, slot: 1, model: 3, weapon: 1, characterBox: 1, itemBox: 1 },
};

export function eraVersion(era: SaveEra, id: BlobVersionId): number {
  return ERA_VERSIONS[era][id];
}

/** Writes the mark, a u32 that ends each class level of a blob since era C. */
export function writeMark(writer: ByteWriter, era: SaveEra): void {
  if (eraVersion(era, 'mark') > 0) writer.u32(0);
}

/** Writes `RawData` and, since era B, its `CustomVersionData` with the versions `ids`. */
export function writeBlob(
  writer: PropertyWriter,
  era: SaveEra,
  ids: readonly BlobVersionId[],
  write: (blob: PropertyWriter) => void,
): void {
  writer.bytes('RawData', writer.blob(write));
  if (era === 'A') return;
  const present = [...ids, 'mark' as const].filter((id) => eraVersion(era, id) > 0);
  const versions = new ByteWriter();
  if (present.length > 0) {
    versions.u32(present.length);
    for (const id of present) {
      versions.guid(BLOB_VERSION_IDS[id]);
      versions.i32(eraVersion(era, id));
    }
  }
  writer.bytes('CustomVersionData', versions.result());
}
