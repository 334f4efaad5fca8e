import { NUMBER_TYPES, TEXT_TYPES, typeNamesOf } from '../format/property-types.ts';
import { CorruptDataError, quoted, withSaveErrors } from '../format/save-error.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { readGvasHeader } from '../read/gvas-header.ts';
import { MIN_STRUCT_BYTES } from '../read/property-reader.ts';
import { isAscii } from '../write/byte-writer.ts';
import {
  GUID_KEYED_MAPS,
  MAX_NESTING,
  NUMBER_STRUCTS,
  type PropertyTree,
  type TreeProperty,
  type TreeStructs,
  type TreeValue,
} from './property-tree.ts';

/** Reads GVAS bytes as a lossless tree; unusual values stay bytes. Throws `SaveError` of `file` for damaged tags. */
export function readProperties(gvas: Uint8Array, file: string): PropertyTree {
  const reader = new TreeReader(gvas);
  const read = () => {
    const className = readGvasHeader(reader);
    const header = reader.copy(0, reader.at);
    const properties = reader.list(0);
    return { header, className, properties, footer: reader.copy(reader.at, reader.end) };
  };
  return withSaveErrors(read, file, () => `byte ${reader.at}`);
}

/** Reads the property list at `start`; `end` is behind its closing `None`. Throws `CorruptDataError` for damaged tags. */
export function readPropertyList(
  bytes: Uint8Array,
  start = 0,
): { readonly properties: TreeProperty[]; readonly end: number } {
  const reader = new TreeReader(bytes);
  reader.at = start;
  return { properties: reader.list(0), end: reader.at };
}

class TreeReader extends ByteReader {
  override readonly maxTextUnits = Number.POSITIVE_INFINITY; // a cut text could not be written back

  copy(start: number, end: number): Uint8Array {
    return Uint8Array.prototype.slice.call(this.bytes, start, end);
  }

  /** Reads a text. Throws unless the writer would encode it in the same way, which keeps the tree lossless. */
  #losslessText(): string {
    const start = this.at;
    const text = this.text();
    const length = text === '' ? 0 : isAscii(text) ? text.length + 1 : -(text.length + 1);
    if (this.bytes.readInt32LE(start) !== length)
      throw new CorruptDataError(`an unusual text at byte ${start}`);
    return text;
  }

  #flag(): boolean {
    const byte = this.u8();
    if (byte > 1) throw new CorruptDataError(`${byte} is not a bool, at byte ${this.at - 1}`);
    return byte === 1;
  }

  #number(value: number): number {
    if (Number.isNaN(value)) throw new CorruptDataError('not a number'); // the payload bits of a NaN would be lost
    return value;
  }

  list(depth: number): TreeProperty[] {
    if (depth > MAX_NESTING) throw new CorruptDataError('properties are nested too deep');
    const properties: TreeProperty[] = [];
    for (;;) {
      const name = this.#losslessText();
      if (name === 'None') return properties;
      properties.push(this.#property(name, depth));
    }
  }

  #property(name: string, depth: number): TreeProperty {
    const type = this.#losslessText();
    const size = this.i32();
    const index = this.i32();
    const value = type === 'BoolProperty' && this.#flag();
    const types: string[] = [];
    for (let left = typeNamesOf(type); left > 0; left -= 1) types.push(this.#losslessText());
    const structGuid = type === 'StructProperty' ? this.#bytes(16) : null;
    const guid = this.#flag() ? this.#bytes(16) : null;
    if (size < 0 || size > this.left)
      throw new CorruptDataError(`property ${quoted(name)} claims ${size} bytes`);
    const property: TreeProperty = { name, type, types, structGuid, index, guid, value };
    if (type !== 'BoolProperty' || size > 0) property.value = this.#value(property, size, depth);
    return property;
  }

  #bytes(length: number): Uint8Array {
    const start = this.take(length);
    return this.copy(start, start + length);
  }

  #value(property: TreeProperty, size: number, depth: number): TreeValue {
    const start = this.at;
    const outerEnd = this.end;
    const end = start + size;
    this.end = end;
    try {
      const value = this.#typedValue(property, depth);
      if (this.at !== end)
        throw new CorruptDataError(`${quoted(property.name)} does not end where it should`);
      return value;
    } catch (error) {
      if (!(error instanceof CorruptDataError)) throw error;
      this.at = end;
      return { kind: 'raw', bytes: this.copy(start, end) };
    } finally {
      this.end = outerEnd;
    }
  }

  #typedValue({ name, type, types }: TreeProperty, depth: number): TreeValue {
    const [first = '', second = ''] = types;
    switch (type) {
      case 'StructProperty':
        return this.#struct(first, depth);
      case 'ByteProperty':
        return first === 'None' ? this.u8() : this.#losslessText();
      case 'ArrayProperty':
        return this.#array(first, depth);
      case 'SetProperty':
        this.#noRemovedKeys();
        return this.#elements(first, this.count(1), depth);
      case 'MapProperty':
        return this.#map(GUID_KEYED_MAPS.has(name.toLowerCase()), first, second, depth);
      case 'BoolProperty':
        throw new CorruptDataError('a bool has no value');
      default:
        return this.#plain(type, depth);
    }
  }

  /** Reads a value in the encoding of arrays, sets and maps; a struct is a property list. */
  #plain(type: string, depth: number): TreeValue {
    const number = NUMBER_TYPES.get(type);
    if (number !== undefined) return this.#number(this[number]());
    if (TEXT_TYPES.has(type)) return this.#losslessText();
    if (type === 'Int64Property' || type === 'UInt64Property') return this.bigI64();
    if (type === 'BoolProperty') return this.#flag();
    if (type === 'StructProperty') return { kind: 'list', properties: this.list(depth + 1) };
    throw new CorruptDataError(`unknown type ${quoted(type)}`);
  }

  #struct(structType: string, depth: number): TreeValue {
    if (structType === 'Guid') return this.guid();
    if (structType === 'DateTime' || structType === 'Timespan') return this.bigI64();
    const numbers = Object.hasOwn(NUMBER_STRUCTS, structType) ? NUMBER_STRUCTS[structType] : undefined;
    if (!numbers) return { kind: 'list', properties: this.list(depth + 1) };
    return Array.from({ length: numbers.count }, () => this.#number(this[numbers.type]()));
  }

  #array(elementType: string, depth: number): TreeValue {
    const count = this.u32();
    if (elementType === 'ByteProperty') return this.#bytes(count);
    if (elementType !== 'StructProperty') {
      if (count > this.left) throw new CorruptDataError(`${count} elements announced`);
      return this.#elements(elementType, count, depth);
    }
    const name = this.#losslessText();
    if (this.#losslessText() !== 'StructProperty') throw new CorruptDataError('an unusual inner tag');
    const size = this.i32();
    const index = this.i32();
    const structs: TreeStructs = { name, structType: this.#losslessText(), guid: this.#bytes(16) };
    if (this.u8() !== 0 || index !== 0 || size !== this.left || count > size) {
      throw new CorruptDataError('an unusual inner tag');
    }
    const elements: TreeValue[] = [];
    for (let at = 0; at < count; at += 1) elements.push(this.#struct(structs.structType, depth));
    return { kind: 'array', structs, elements };
  }

  #elements(type: string, count: number, depth: number): TreeValue {
    const elements: TreeValue[] = [];
    for (let index = 0; index < count; index += 1) elements.push(this.#plain(type, depth));
    return { kind: 'array', structs: null, elements };
  }

  #noRemovedKeys(): void {
    if (this.u32() !== 0) throw new CorruptDataError('removed keys, which no save has');
  }

  #map(hasGuidKeys: boolean, keyType: string, valueType: string, depth: number): TreeValue {
    this.#noRemovedKeys();
    const isGuid = hasGuidKeys && keyType === 'StructProperty';
    const count = this.count(keyType === 'StructProperty' && !isGuid ? MIN_STRUCT_BYTES : 1);
    const entries: [TreeValue, TreeValue][] = [];
    for (let index = 0; index < count; index += 1) {
      const key = isGuid ? this.guid() : this.#plain(keyType, depth);
      entries.push([key, this.#plain(valueType, depth)]);
    }
    return { kind: 'map', entries };
  }
}
