import type { Blob, SaveReader } from './save-reader.ts';

/** Reads the value of one property into `target`, or skips it when its type is not the expected one. */
export type FieldReader<T> = (reader: SaveReader, target: T) => void;

/** The properties of a struct, by name in lower case. A Map, since a file may name a property `constructor`. */
export type FieldTable<T> = ReadonlyMap<string, FieldReader<T>>;

/** Builds a table from names as the game spells them; the game changed their case between versions. */
export function fieldTable<T>(fields: Readonly<Record<string, FieldReader<T>>>): FieldTable<T> {
  return new Map(Object.entries(fields).map(([name, read]) => [name.toLowerCase(), read]));
}

/** The fields of a record that make up a blob. */
export function blobFields<T>(blobOf: (target: T) => Blob): Record<string, FieldReader<T>> {
  const read: FieldReader<T> = (reader, target) => reader.blobProperty(blobOf(target));
  return { RawData: read, CustomVersionData: read };
}

/** Reads a property list into `target`, skipping what the table lacks. A section lasts for its value. */
export function readFields<T>(reader: SaveReader, fields: FieldTable<T>, target: T): void {
  const { section } = reader;
  while (reader.next()) {
    const end = reader.valueEnd;
    const read = fields.get(reader.name);
    if (read) read(reader, target);
    else reader.skip();
    reader.endValue(end);
    reader.section = section;
  }
}

/** Reads the body of a struct property like `readFields`; skips a property of another type. */
export function readStruct<T>(reader: SaveReader, fields: FieldTable<T>, target: T): void {
  if (reader.isStruct()) readFields(reader, fields, target);
}
