import { CorruptDataError, SaveError } from '../format/save-error.ts';
import { LEVEL } from '../read/folder-files.ts';
import type { OpenSave } from '../read/open-save.ts';
import { type ByteRange, differingBytes } from './byte-range.ts';
import { changedProperties, propertyRange } from './changed-properties.ts';
import { diffLevel } from './diff-level.ts';
import type { RecordDifference } from './record-difference.ts';

/**
 * The records that differ between two states of a save: those of Level.sav one by one, the other files as one record
 * each. Empty when all bytes are equal, and only then. Sizes and counts around a changed record are not counted.
 * Throws a `SaveError` for a file whose structure is damaged.
 */
export function diffSaves(before: OpenSave, after: OpenSave): RecordDifference[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].sort().flatMap((path) => {
    const one = before.get(path)?.gvas;
    const other = after.get(path)?.gvas;
    if (one === undefined) return [wholeFile(path, 'added', other)];
    if (other === undefined) return [wholeFile(path, 'removed', one)];
    return one === other || one.equals(other) ? [] : diffFile(path, one, other);
  });
}

function wholeFile(file: string, change: 'added' | 'removed', gvas: Buffer | undefined): RecordDifference {
  return { file, section: '', id: '', change, properties: [], bytes: gvas?.length ?? 0 };
}

function diffFile(file: string, before: Buffer, after: Buffer): RecordDifference[] {
  const whole = (properties: string[]): RecordDifference => ({
    file,
    section: '',
    id: '',
    change: 'changed',
    properties,
    bytes: differingBytes(rangeOf(before), rangeOf(after)),
  });
  try {
    if (file !== LEVEL) return [whole(changedProperties(propertyRange(before), propertyRange(after), false))];
    const changes = diffLevel(before, after).map((change) => ({ file, ...change }));
    return changes.length > 0 ? changes : [whole([])]; // its header, or the order of its sections
  } catch (error) {
    if (!(error instanceof CorruptDataError)) throw error;
    throw new SaveError(file, '', error.message, { cause: error });
  }
}

function rangeOf(bytes: Buffer): ByteRange {
  return { bytes, start: 0, end: bytes.length };
}
