import { NUMBER_TYPES } from '../format/property-types.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import {
  GUID_KEYED_MAPS,
  isKind,
  NUMBER_STRUCTS,
  type PropertyTree,
  type TreeProperty,
  type TreeStructs,
  type TreeValue,
} from './property-tree.ts';

/** Writes a tree to GVAS bytes, with all sizes. Throws `TypeError` for a value of another type. */
export function writeProperties(tree: PropertyTree): Buffer {
  const writer = new ByteWriter();
  writer.raw(tree.header);
  writeList(writer, tree.properties);
  writer.raw(tree.footer);
  return writer.result();
}

/** Writes a property list with its closing `None`: the counterpart of `readPropertyList`. Throws `TypeError`. */
export function writePropertyList(properties: readonly TreeProperty[]): Buffer {
  const writer = new ByteWriter();
  writeList(writer, properties);
  return writer.result();
}

function writeList(writer: ByteWriter, properties: readonly TreeProperty[]): void {
  for (const property of properties) writeProperty(writer, property);
  writer.text('None');
}

function writeProperty(writer: ByteWriter, property: TreeProperty): void {
  writer.text(property.name);
  writer.text(property.type);
  const sizeAt = writer.length;
  writer.i32(0);
  writer.i32(property.index);
  if (property.type === 'BoolProperty') writer.u8(property.value === true ? 1 : 0);
  for (const type of property.types) writer.text(type);
  if (property.structGuid) writer.raw(property.structGuid);
  writer.u8(property.guid ? 1 : 0);
  if (property.guid) writer.raw(property.guid);
  const start = writer.length;
  writeValue(writer, property);
  writer.patchI32(sizeAt, writer.length - start);
}

function writeValue(writer: ByteWriter, property: TreeProperty): void {
  const {
    type,
    types: [first = ''],
    value,
  } = property;
  if (isKind(value, 'raw')) return writer.raw(value.bytes);
  switch (type) {
    case 'BoolProperty':
      return;
    case 'StructProperty':
      return writeStruct(writer, first, value);
    case 'ByteProperty':
      return typeof value === 'string' ? writer.text(value) : writer.u8(as('number', value));
    case 'SetProperty':
      writer.u32(0);
      return writeArray(writer, first, value);
    case 'ArrayProperty':
      return writeArray(writer, first, value);
    case 'MapProperty':
      return writeMap(writer, property);
    default:
      writePlain(writer, type, value);
  }
}

function writePlain(writer: ByteWriter, type: string, value: TreeValue): void {
  const number = NUMBER_TYPES.get(type);
  if (number !== undefined) writer[number](as('number', value));
  else if (type === 'Int64Property' || type === 'UInt64Property') writer.i64(as('bigint', value));
  else if (type === 'BoolProperty') writer.u8(value === true ? 1 : 0);
  else if (type === 'StructProperty') writeStruct(writer, '', value);
  else writer.text(as('string', value));
}

function writeStruct(writer: ByteWriter, structType: string, value: TreeValue): void {
  if (isKind(value, 'list')) writeList(writer, value.properties);
  else if (typeof value === 'string') writer.guid(value);
  else if (typeof value === 'bigint') writer.i64(value);
  else writeNumbers(writer, structType, value);
}

function writeNumbers(writer: ByteWriter, structType: string, value: TreeValue): void {
  const numbers = Object.hasOwn(NUMBER_STRUCTS, structType) ? NUMBER_STRUCTS[structType] : undefined;
  if (!numbers || !Array.isArray(value)) throw typeError(`a struct ${structType}`, value);
  for (const number of value) writer[numbers.type](number);
}

function writeArray(writer: ByteWriter, elementType: string, value: TreeValue): void {
  if (value instanceof Uint8Array) {
    writer.u32(value.length);
    writer.raw(value);
    return;
  }
  if (!isKind(value, 'array')) throw typeError('an array', value);
  writer.u32(value.elements.length);
  if (value.structs) return writeStructs(writer, value.structs, value.elements);
  for (const element of value.elements) writePlain(writer, elementType, element);
}

function writeStructs(writer: ByteWriter, structs: TreeStructs, elements: readonly TreeValue[]): void {
  writer.text(structs.name);
  writer.text('StructProperty');
  const sizeAt = writer.length;
  writer.i32(0);
  writer.i32(0);
  writer.text(structs.structType);
  writer.raw(structs.guid);
  writer.u8(0);
  const start = writer.length;
  for (const element of elements) writeStruct(writer, structs.structType, element);
  writer.patchI32(sizeAt, writer.length - start);
}

function writeMap(writer: ByteWriter, { name, types: [keyType = '', valueType = ''], value }: TreeProperty) {
  const hasGuidKeys = keyType === 'StructProperty' && GUID_KEYED_MAPS.has(name.toLowerCase());
  if (!isKind(value, 'map')) throw typeError('a map', value);
  writer.u32(0);
  writer.u32(value.entries.length);
  for (const [key, entry] of value.entries) {
    if (hasGuidKeys) writer.guid(as('string', key));
    else writePlain(writer, keyType, key);
    writePlain(writer, valueType, entry);
  }
}

const EXPECTED = { number: 'a number', bigint: 'a bigint', string: 'a text' };
type Plain = { number: number; bigint: bigint; string: string };

function as<K extends keyof Plain>(kind: K, value: TreeValue): Plain[K] {
  if (typeof value !== kind) throw typeError(EXPECTED[kind], value);
  return value as Plain[K]; // of that kind
}

function typeError(expected: string, value: TreeValue): TypeError {
  return new TypeError(`expected ${expected}, not ${typeof value}`);
}
