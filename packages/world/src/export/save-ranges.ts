import { INT32_MAX, INT32_MIN } from '@palatine/contract';

/** The whole numbers that a property of a save holds, both ends included. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export const BYTE: Range = { min: 0, max: 255 };
/** A byte that starts at 1: levels and ranks. */
export const RANK: Range = { min: 1, max: 255 };
export const UINT16: Range = { min: 0, max: 65_535 };
export const INT32: Range = { min: INT32_MIN, max: INT32_MAX };
/** A number that is never negative. The import lowers larger ones. */
export const AMOUNT: Range = { min: 0, max: INT32_MAX };
/** Points that a save holds as thousandths; beyond it a thousandth is lost. */
export const POINTS: Range = { min: 0, max: 9_007_199_254_740 };

/** Why a number does not fit, as in `Zoe would have 70,000 unused status points: a save holds 65,535`. */
export function rangeRefusal(subject: string, unit: string, value: number, { min, max }: Range) {
  const holds = boundOf(value, min, max);
  return holds === undefined
    ? undefined
    : `${subject} would have ${inWords(value)} ${unit}: a save holds ${holds}`;
}

function boundOf(value: number, min: number, max: number): string | undefined {
  if (value > max) return `${inWords(max)} at most`;
  if (value < min) return `${inWords(min)} at least`;
  return Number.isInteger(value) ? undefined : 'whole numbers';
}

export function inWords(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 }).format(value);
}
