import { INT32_MAX, INT32_MIN } from '@palatine/contract';

/** The whole numbers that a property of a save holds, both ends included. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

export const BYTE: Range = { least: 0, most: 255 };
/** A byte that starts at 1: levels and ranks. */
export const RANK: Range = { least: 1, most: 255 };
export const UINT16: Range = { least: 0, most: 65_535 };
export const INT32: Range = { least: INT32_MIN, most: INT32_MAX };
/** A number that is never negative. The import lowers what is larger. */
export const AMOUNT: Range = { least: 0, most: INT32_MAX };
/** Points that a save holds as thousandths; beyond it a thousandth is lost. */
export const POINTS: Range = { least: 0, most: 9_007_199_254_740 };

/** Why a number does not fit, as in `Zoe would have 70,000 unused status points: a save holds 65,535`. */
export function rangeRefusal(
  subject: string,
  what: string,
  value: number,
  { least, most }: Range,
): string | undefined {
  const holds = heldInstead(value, least, most);
  return holds === undefined
    ? undefined
    : `${subject} would have ${inWords(value)} ${what}: a save holds ${holds}`;
}

function heldInstead(value: number, least: number, most: number): string | undefined {
  if (value > most) return `${inWords(most)} at most`;
  if (value < least) return `${inWords(least)} at least`;
  return Number.isInteger(value) ? undefined : 'whole numbers';
}

/** `70,000`. */
export function inWords(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 }).format(value);
}
