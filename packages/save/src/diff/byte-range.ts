import type { Tag } from '../edit/level-sections.ts';

export interface ByteRange {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

export function tagRange(bytes: Buffer, { start, valueEnd }: Tag): ByteRange {
  return { bytes, start, end: valueEnd };
}

export function valueRange(bytes: Buffer, { valueStart, valueEnd }: Tag): ByteRange {
  return { bytes, start: valueStart, end: valueEnd };
}

export function lengthOf({ start, end }: ByteRange): number {
  return end - start;
}

export function sameBytes(one: ByteRange, other: ByteRange): boolean {
  return (
    lengthOf(one) === lengthOf(other) &&
    one.bytes.compare(other.bytes, other.start, other.end, one.start, one.end) === 0
  );
}

/** The bytes from the first to the last difference, by the longer of the two. */
export function differingBytes(one: ByteRange, other: ByteRange): number {
  const shorter = Math.min(lengthOf(one), lengthOf(other));
  let before = 0;
  while (before < shorter && one.bytes[one.start + before] === other.bytes[other.start + before]) before += 1;
  let behind = 0;
  while (
    behind < shorter - before &&
    one.bytes[one.end - 1 - behind] === other.bytes[other.end - 1 - behind]
  ) {
    behind += 1;
  }
  return Math.max(lengthOf(one), lengthOf(other)) - before - behind;
}

/** A record that differs between two states of a save. */
export interface RecordDifference {
  /** Path of the file inside the save folder, with forward slashes. */
  readonly file: string;
  /** The section of Level.sav, such as `ItemContainerSaveData`, or a property beside them; '' in other files. */
  readonly section: string;
  /** The GUID of the record, else its key or its index; '' where a file or a section is compared as one. */
  readonly id: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Differing properties of a changed record, such as `SaveParameter.Exp` or `Slots[2].RawData`. */
  readonly properties: readonly string[];
  /** Bytes that differ: from the first to the last one, by the longer of the two; all of an added or removed record. */
  readonly bytes: number;
}
