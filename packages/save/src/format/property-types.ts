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
