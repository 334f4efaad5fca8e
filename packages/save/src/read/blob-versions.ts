import type { SaveEra } from '../format/save-types.ts';
import { ByteReader } from './byte-reader.ts';

/** Layout versions of a RawData blob, from its CustomVersionData (docs/save-format.md#blobs). */
export type BlobVersions = typeof NO_VERSIONS;

/** The GUIDs of the versions, as printed here. */
export const BLOB_VERSION_IDS = {
  mark: 'DE000B38-CED74949-992DDF97-69C3C1C0',
  guild: '7F3847E4-5EC84E9A-84E8A69A-AD16BC39',
  slot: '12EAB47E-FF5A1B9A-BC71AA71-0ED633DF',
  model: '636F6BC2-D5C44ED9-993AC408-419E8B62',
  weapon: '37D1E55C-5E214929-93B55ADC-E34459E1',
  characterBox: 'FB3A59E2-445E403F-AAABD5E4-D2EE1E01',
  itemBox: '00000000-00000000-00000000-00000000',
} as const;

const NAME_OF: ReadonlyMap<string, keyof typeof BLOB_VERSION_IDS> = new Map(
  Object.entries(BLOB_VERSION_IDS).map(([name, id]) => [id, name as keyof typeof BLOB_VERSION_IDS]),
);

export const NO_VERSIONS = {
  /** False in saves of 2024, which have no CustomVersionData beside the blob. */
  known: false,
  /** Each class level of the blob ends with a u32. */
  mark: false,
  guild: 0,
  slot: 0,
  model: 0,
  weapon: 0,
  characterBox: 0,
  itemBox: 0,
};

/** The era that writes a blob in these versions. Several eras write some blobs alike: then it is the oldest of them. */
export function eraOf({ known, mark, guild, model, weapon }: BlobVersions): SaveEra {
  if (guild >= 2 || model >= 1 || weapon >= 1) return 'D';
  if (mark) return 'C';
  return known ? 'B' : 'A';
}

// A save repeats a dozen lists of at most 100 bytes thirty thousand times. Bounded, because a file could repeat none.
const MAX_CACHED = 64;
const MAX_CACHED_BYTES = 1024;
const cached: { bytes: Buffer; versions: BlobVersions }[] = [];

/** Reads the CustomVersionData from `start` to `end`. */
export function blobVersions(bytes: Buffer, start: number, end: number): BlobVersions {
  const length = end - start;
  for (const { bytes: known, versions } of cached) {
    if (known.length === length && bytes.compare(known, 0, length, start, end) === 0) return versions;
  }
  if (length > MAX_CACHED_BYTES) return readVersions(bytes.subarray(start, end));
  const copy = Buffer.from(bytes.subarray(start, end));
  const versions = readVersions(copy);
  if (cached.length < MAX_CACHED) cached.push({ bytes: copy, versions });
  return versions;
}

function readVersions(bytes: Buffer): BlobVersions {
  const versions: BlobVersions = { ...NO_VERSIONS, known: true };
  if (bytes.length === 0) return versions;
  const reader = new ByteReader(bytes);
  const count = reader.count(20);
  for (let index = 0; index < count; index += 1) {
    const name = NAME_OF.get(reader.guid());
    const version = reader.i32();
    if (name === 'mark') versions.mark = true;
    else if (name !== undefined) versions[name] = version;
  }
  return versions;
}
