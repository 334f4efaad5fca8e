import { SaveEditError } from './save-edit.ts';

/** The whole numbers that each type of property holds. */
const RANGES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ByteProperty: [0, 255],
  UInt16Property: [0, 65_535],
  IntProperty: [-(2 ** 31), 2 ** 31 - 1],
  UInt32Property: [0, 2 ** 32 - 1],
  Int64Property: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  UInt64Property: [0, Number.MAX_SAFE_INTEGER],
};

/** A value for a property of that type. Throws a `SaveEditError`, naming `name`, when out of range. */
export function wholeNumber(type: string, value: number, name: string): number | bigint {
  const [least, most] = RANGES[type] ?? [0, -1];
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new SaveEditError(
      `${name} cannot be ${value}: this save holds whole numbers from ${least} to ${most}`,
    );
  }
  return type === 'Int64Property' || type === 'UInt64Property' ? BigInt(value) : value;
}
