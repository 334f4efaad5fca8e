import { CorruptDataError } from '../format/save-error.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { readPropertyList } from '../tree/read-properties.ts';
import { writePropertyList } from '../tree/write-properties.ts';
import type { SectionLayout } from './level-sections.ts';

/** A record of a section as trees: the key of a map entry and its properties. They may be changed in place. */
export interface RecordTree {
  /** The 16 bytes of a GUID, the properties of a key that is a struct, or null in an array. */
  readonly key: Uint8Array | TreeProperty[] | null;
  readonly properties: TreeProperty[];
}

/** Reads a record. Throws `CorruptDataError` unless writing it back would give the same bytes. */
export function readRecord(bytes: Buffer, keys: SectionLayout['keys']): RecordTree {
  const record = parseRecord(bytes, keys);
  if (!writeRecord(record).equals(bytes)) {
    throw new CorruptDataError('it cannot be rewritten unchanged, so it cannot be edited');
  }
  return record;
}

/** Reads a record. Throws `CorruptDataError`. */
export function parseRecord(bytes: Buffer, keys: SectionLayout['keys']): RecordTree {
  if (keys === 'none') return { key: null, properties: readPropertyList(bytes).properties };
  if (keys === 'guid') {
    return { key: bytes.subarray(0, 16), properties: readPropertyList(bytes, 16).properties };
  }
  const key = readPropertyList(bytes);
  return { key: key.properties, properties: readPropertyList(bytes, key.end).properties };
}

export function writeRecord({ key, properties }: RecordTree): Buffer {
  const value = writePropertyList(properties);
  if (key === null) return value;
  return Buffer.concat([key instanceof Uint8Array ? key : writePropertyList(key), value]);
}
