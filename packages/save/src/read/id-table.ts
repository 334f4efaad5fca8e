import type { SaveCounters, SaveFlags } from '../format/save-types.ts';
import { enumNameOf } from './property-reader.ts';
import type { SaveReader } from './save-reader.ts';

/** A table by id. Without a prototype, so that an id such as `__proto__` is a key like any other. */
export function table<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/** Reads a map of counts by id. Skips one of other keys or values, with a warning. */
export function readCounters(reader: SaveReader): SaveCounters {
  return readTable<number>(reader, (type) => {
    switch (type) {
      case 'IntProperty':
        return () => reader.i32();
      case 'Int64Property':
        return () => reader.i64();
      case 'ByteProperty':
        return () => reader.u8();
      default:
        return null;
    }
  });
}

/** Reads a map of flags by id. Skips one of other keys or values, with a warning. */
export function readFlags(reader: SaveReader): SaveFlags {
  return readTable<boolean>(reader, (type) => (type === 'BoolProperty' ? () => reader.u8() !== 0 : null));
}

function readTable<T>(
  reader: SaveReader,
  valueReader: (type: string) => (() => T) | null,
): Record<string, T> {
  const entries = table<T>();
  const { name, keyType } = reader;
  const readKey = keyReader(reader, keyType);
  const readValue = valueReader(reader.mapValueType);
  if (reader.type !== 'MapProperty' || !readKey || !readValue) {
    reader.onUnexpectedType(name, `${reader.type} of other keys or values`);
    reader.skip();
    return entries;
  }
  const count = reader.pairs(5);
  for (let index = 0; index < count; index += 1) {
    const key = readKey();
    entries[key] = readValue();
  }
  return entries;
}

function keyReader(reader: SaveReader, keyType: string): (() => string) | null {
  switch (keyType) {
    case 'NameProperty':
    case 'StrProperty':
      return () => reader.text();
    case 'EnumProperty':
      return () => enumNameOf(reader.text());
    case 'IntProperty':
      return () => String(reader.i32());
    default:
      return null;
  }
}
