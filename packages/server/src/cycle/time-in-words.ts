import { counted } from '../data-folder/counted.ts';

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A span of time as players read it: "5 minutes", "1 minute 30 seconds". Fractions of a second are dropped. */
export function timeInWords(seconds: number): string {
  let left = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [name, size] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(counted(count, name));
  }
  return parts.join(' ') || '0 seconds';
}
