/** Storage of numbers in properties, arrays, sets and maps; those of 64 bits are bigints, and not among them. */
export const NUMBER_TYPES: ReadonlyMap<string, 'i32' | 'u32' | 'u16' | 'u8' | 'f32' | 'f64'> = new Map([
  ['IntProperty', 'i32'],
  ['UInt32Property', 'u32'],
  ['UInt16Property', 'u16'],
  ['ByteProperty', 'u8'],
  ['FloatProperty', 'f32'],
  ['DoubleProperty', 'f64'],
]);

export const TEXT_TYPES: ReadonlySet<string> = new Set([
  'StrProperty',
  'NameProperty',
  'ObjectProperty',
  'EnumProperty',
]);

const ONE_TYPE_NAME: ReadonlySet<string> = new Set([
  'StructProperty',
  'ArrayProperty',
  'SetProperty',
  'EnumProperty',
  'ByteProperty',
]);

/** How many type names the tag of a property has: struct type, enum type, element type, or key and value type. */
export function typeNamesOf(type: string): number {
  if (type === 'MapProperty') return 2;
  return ONE_TYPE_NAME.has(type) ? 1 : 0;
}
