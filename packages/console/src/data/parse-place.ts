import { fromMapUnits, type WorldPlace } from './coordinates.ts';

/** Beyond this, a number that somebody types is taken for world cm: the maps end at about ±2,400 map units. */
const MOST_MAP_UNITS = 5_000;

/**
 * The place that somebody has typed, as `12, -431` in map units or `-321655 214183` in world cm; undefined when the
 * text is no pair of numbers. A third number, a height, is read over.
 */
export function parsePlace(text: string): Pick<WorldPlace, 'X' | 'Y'> | undefined {
  const parts = text.includes(',') || text.includes(';') ? text.split(/[,;]/) : text.trim().split(/\s+/);
  const numbers = parts.map((part) => Number(plainDigits(part) || Number.NaN));
  const [first, second] = numbers;
  if (first === undefined || second === undefined || numbers.length > 3) return undefined;
  if (!numbers.every(Number.isFinite)) return undefined;
  const inMapUnits = Math.abs(first) <= MOST_MAP_UNITS && Math.abs(second) <= MOST_MAP_UNITS;
  return inMapUnits ? fromMapUnits({ x: first, y: second }) : { X: first, Y: second };
}

/** Without spaces between thousands, and with the minus that a keyboard has. */
function plainDigits(text: string): string {
  return text.replaceAll(/\s/g, '').replace('\u2212', '-');
}
