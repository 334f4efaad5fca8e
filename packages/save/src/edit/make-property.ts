import { ZERO_GUID } from '../format/guid.ts';
import type { TreeProperty, TreeStructs, TreeValue } from '../tree/property-tree.ts';

// Properties as the game tags them, for those that a record lacks.

function property(name: string, type: string, types: string[], value: TreeValue): TreeProperty {
  const structGuid = type === 'StructProperty' ? new Uint8Array(16) : null;
  return { name, type, types, structGuid, index: 0, guid: null, value };
}

function plain<T extends TreeValue>(type: string) {
  return (name: string, value: T) => property(name, type, [], value);
}

export const intProperty = plain<number>('IntProperty');
export const int64Property = plain<bigint>('Int64Property');
export const boolProperty = plain<boolean>('BoolProperty');
export const nameProperty = plain<string>('NameProperty');
export const strProperty = plain<string>('StrProperty');

export function floatProperty(name: string, value: number): TreeProperty {
  return property(name, 'FloatProperty', [], Math.fround(value));
}

/** `value` without the prefix of the enum type. */
export function enumProperty(name: string, enumType: string, value: string): TreeProperty {
  return property(name, 'EnumProperty', [enumType], `${enumType}::${value}`);
}

export function namesProperty(name: string, values: readonly string[]): TreeProperty {
  return arrayProperty(name, 'NameProperty', values);
}

/** An array of enum values, given without the prefix of the enum type. */
export function enumsProperty(name: string, enumType: string, values: readonly string[]): TreeProperty {
  const elements = values.map((value) => `${enumType}::${value}`);
  return arrayProperty(name, 'EnumProperty', elements);
}

export function bytesProperty(name: string, bytes: Uint8Array): TreeProperty {
  return property(name, 'ArrayProperty', ['ByteProperty'], bytes);
}

export function structProperty(name: string, structType: string, properties: TreeProperty[]): TreeProperty {
  return property(name, 'StructProperty', [structType], { kind: 'list', properties });
}

export function guidProperty(name: string, guid: string = ZERO_GUID): TreeProperty {
  return property(name, 'StructProperty', ['Guid'], guid);
}

/** .NET ticks. */
export function dateTimeProperty(name: string, ticks: bigint): TreeProperty {
  return property(name, 'StructProperty', ['DateTime'], ticks);
}

/** A `FixedPoint64`, which stores thousandths. */
export function fixedPointProperty(name: string, value: number): TreeProperty {
  return structProperty(name, 'FixedPoint64', [int64Property('Value', BigInt(Math.round(value * 1000)))]);
}

export function structsProperty(name: string, structType: string, elements: TreeProperty[][]): TreeProperty {
  const lists = elements.map((properties) => ({ kind: 'list' as const, properties }));
  return arrayProperty(name, 'StructProperty', lists, { name, structType, guid: new Uint8Array(16) });
}

export function guidsProperty(name: string, guids: readonly string[]): TreeProperty {
  const structs = { name, structType: 'Guid', guid: new Uint8Array(16) };
  return arrayProperty(name, 'StructProperty', guids, structs);
}

/** `types` are those of the keys and the values. */
export function mapProperty(
  name: string,
  types: readonly [key: string, value: string],
  entries: [TreeValue, TreeValue][] = [],
): TreeProperty {
  return property(name, 'MapProperty', [...types], { kind: 'map', entries });
}

function arrayProperty(
  name: string,
  type: string,
  elements: readonly TreeValue[],
  structs: TreeStructs | null = null,
): TreeProperty {
  return property(name, 'ArrayProperty', [type], { kind: 'array', elements: [...elements], structs });
}
