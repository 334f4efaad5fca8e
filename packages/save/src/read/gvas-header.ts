import { CorruptDataError, quoted } from '../format/save-error.ts';
import type { ByteReader } from './byte-reader.ts';

export const SAVE_CLASSES = {
  level: '/Script/Pal.PalWorldSaveGame',
  levelMeta: '/Script/Pal.PalWorldBaseInfoSaveGame',
  player: '/Script/Pal.PalWorldPlayerSaveGame',
} as const;

/** Steps over the GVAS header (docs/save-format.md#gvas) and returns the class name. */
export function readGvasHeader(reader: ByteReader): string {
  if (reader.bytes.toString('latin1', 0, 4) !== 'GVAS')
    throw new CorruptDataError('it does not begin with GVAS');
  reader.take(4);
  reader.take(4 + 4 + 4 + 2 + 2 + 2 + 4); // save, package and engine versions: equal in every era
  reader.skipText();
  const format = reader.i32();
  if (format !== 3) throw new CorruptDataError(`its custom version format is ${format}; only 3 is known`);
  const versions = reader.count(20);
  reader.take(versions * 20);
  return reader.text();
}

export function expectGvasHeader(reader: ByteReader, className: string): void {
  const actual = readGvasHeader(reader);
  if (actual.toLowerCase() === className.toLowerCase()) return;
  throw new CorruptDataError(`it is a ${quoted(actual)}, not a ${className}`);
}
