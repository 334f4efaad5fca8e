import { type Guid, ZERO_GUID } from '@palatine/contract';

// Repeatable chance: the same seed gives the same numbers on every machine.

/** A random source: 0 <= r < 1. */
export type Random = () => number;

/** Chris Doty-Humphrey's sfc32, seeded from the text of the seed. 0 <= r < 1, in steps of 2^-32. */
export function seededRandom(seed: number | string): Random {
  let [a, b, c] = hash(String(seed));
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round++) next(); // so that like seeds do not begin alike
  return next;
}

/** A whole number, both ends included. */
export function between(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

export function chance(random: Random, probability: number): boolean {
  return random() < probability;
}

export function pick<T>(random: Random, list: readonly T[]): T {
  if (list.length === 0) throw new Error('nothing to pick from');
  return list[Math.floor(random() * list.length)] as T; // 0 <= index < length
}

/** A copy in another order. */
export function shuffle<T>(random: Random, list: readonly T[]): T[] {
  const shuffled = [...list];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const index = between(random, 0, last);
    const swapped = shuffled[last] as T; // last and other lie inside the list
    shuffled[last] = shuffled[index] as T;
    shuffled[index] = swapped;
  }
  return shuffled;
}

/** New GUIDs, one after another; never the zero GUID. */
export function seededIds(random: Random): () => Guid {
  const text = Buffer.alloc(35, '-');
  const newId = (): Guid => {
    for (let at = 0; at < 35; at += 9) writeHex(text, at, Math.floor(random() * 4294967296));
    const id = text.toString('latin1');
    return id === ZERO_GUID ? newId() : id;
  };
  return newId;
}

const HEX_DIGITS = Buffer.from('0123456789ABCDEF', 'latin1');

/** Writes digit by digit: a world has half a million ids, and joining texts took a tenth of all the time. */
function writeHex(text: Buffer, at: number, word: number): void {
  for (let digit = 0; digit < 8; digit++) {
    text[at + digit] = HEX_DIGITS[(word >>> (28 - 4 * digit)) & 15] as number; // 0 to 15
  }
}

/** Eight upper-case hexadecimal digits. */
export function hexWord(word: number): string {
  return word.toString(16).toUpperCase().padStart(8, '0');
}

/** Three 32-bit words from a text: FNV-1a, from three starting points. */
function hash(text: string): [number, number, number] {
  const words: [number, number, number] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    words[0] = Math.imul(words[0] ^ unit, 0x01000193);
    words[1] = Math.imul(words[1] ^ unit, 0x01000193) ^ (words[0] >>> 15);
    words[2] = Math.imul(words[2] ^ unit, 0x01000193) ^ (words[1] >>> 13);
  }
  return words;
}
