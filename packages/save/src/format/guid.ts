import { CorruptDataError } from './save-error.ts';

/** As the game's own tools print it: `XXXXXXXX-XXXXXXXX-XXXXXXXX-XXXXXXXX`, upper-case hex digits. */
export type SaveGuid = string;

export const ZERO_GUID = '00000000-00000000-00000000-00000000';

const DIGITS = Buffer.from('0123456789ABCDEF', 'latin1');
const PRINTED = Buffer.from(ZERO_GUID, 'latin1');

const SLOTS = 4096; // a power of two: the hash is masked
const cachedWords = new Uint32Array(SLOTS * 4);
const cachedTexts: string[] = new Array<string>(SLOTS).fill(ZERO_GUID);

/**
 * Prints four little-endian 32-bit words as the game's own tools do: four groups of eight upper-case hex digits.
 * Caches the last ones, since camp, guild and player ids repeat.
 */
export function printGuid(a: number, b: number, c: number, d: number): string {
  if ((a | b | c | d) === 0) return ZERO_GUID;
  const slot = (Math.imul(a ^ b ^ c ^ d, 0x9e3779b1) >>> 20) & (SLOTS - 1);
  const at = slot * 4;
  const words = cachedWords;
  if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) {
    return cachedTexts[slot] as string; // slot is below SLOTS, and every slot is filled
  }
  words[at] = a;
  words[at + 1] = b;
  words[at + 2] = c;
  words[at + 3] = d;
  printWord(a, 0);
  printWord(b, 9);
  printWord(c, 18);
  printWord(d, 27);
  const text = PRINTED.toString('latin1', 0, 35);
  cachedTexts[slot] = text;
  return text;
}

function printWord(word: number, at: number): void {
  for (let digit = 0; digit < 8; digit += 1) {
    PRINTED[at + digit] = DIGITS[(word >>> (28 - digit * 4)) & 15] as number;
  }
}

/** The four 32-bit words of a printed GUID, dashes anywhere. Throws `CorruptDataError` unless it has 32 hex digits. */
export function guidWords(guid: string): [number, number, number, number] {
  const digits = guid.replaceAll('-', '');
  if (!/^[0-9A-Fa-f]{32}$/.test(digits)) throw new CorruptDataError(`${JSON.stringify(guid)} is not a GUID`);
  const word = (at: number) => Number.parseInt(digits.slice(at, at + 8), 16);
  return [word(0), word(8), word(16), word(24)];
}

/** Prints the GUID of 32 hex digits, as in the name of a player file. */
export function guidFromDigits(digits: string): string {
  return printGuid(...guidWords(digits));
}

const BITS = 18;

/** Returns a search for GUIDs in bytes: the first offset of each. Skips the zero GUID. */
export function guidFinder(ids: Iterable<SaveGuid>): (bytes: Uint8Array) => Map<SaveGuid, number> {
  const targets = new Set(ids);
  targets.delete(ZERO_GUID);
  // A table of the hashes of first words: nearly every offset is passed over by one look.
  const hashes = new Uint8Array(2 ** BITS);
  for (const id of targets) hashes[hashOf(guidWords(id)[0])] = 1;
  return (bytes) => (targets.size === 0 ? new Map() : findGuids(bytes, targets, hashes));
}

function findGuids(bytes: Uint8Array, targets: ReadonlySet<SaveGuid>, hashes: Uint8Array) {
  const offsets = new Map<SaveGuid, number>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = bytes.length - 16;
  let next = last < 0 ? 0 : view.getUint32(0, true) << 8;
  for (let at = 0; at <= last; at += 1) {
    next = (next >>> 8) | ((bytes[at + 3] as number) << 24); // `at + 3` is inside, as 16 bytes are left
    if (hashes[hashOf(next)] === 0) continue;
    const word = (index: number) => view.getUint32(at + index * 4, true);
    const id = printGuid(word(0), word(1), word(2), word(3));
    if (targets.has(id) && !offsets.has(id)) offsets.set(id, at);
  }
  return offsets;
}

/** Fibonacci hashing: the highest bits of a product with 2^32 divided by the golden ratio. */
function hashOf(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> (32 - BITS);
}
