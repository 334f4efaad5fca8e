import { CorruptDataError } from './save-error.ts';

/** As the game's own tools print it: `XXXXXXXX-XXXXXXXX-XXXXXXXX-XXXXXXXX`, upper-case hex digits. */
export type SaveGuid = string;

export const ZERO_GUID = '00000000-00000000-00000000-00000000';

const DIGITS = Buffer.from('0123456789ABCDEF', 'latin1');
/** The GUID that is being printed. */
const PRINTED = Buffer.from(ZERO_GUID, 'latin1');

/** Prints four little-endian 32-bit words as the game's own tools do: four groups of eight upper-case hex digits. */
export function printGuid(a: number, b: number, c: number, d: number): string {
  if ((a | b | c | d) === 0) return ZERO_GUID;
  printWord(a, 0);
  printWord(b, 9);
  printWord(c, 18);
  printWord(d, 27);
  return PRINTED.toString('latin1');
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

/** Lower bits of a first word, an index of a table: nearly every offset of a file is passed over by one look. */
const MASK = 2 ** 18 - 1;

/** Returns a search for GUIDs in bytes: the first offset of each. Skips the zero GUID. */
export function guidFinder(ids: Iterable<SaveGuid>): (bytes: Uint8Array) => Map<SaveGuid, number> {
  const targets = new Set(ids);
  targets.delete(ZERO_GUID);
  const isFirst = new Uint8Array(MASK + 1);
  for (const id of targets) isFirst[guidWords(id)[0] & MASK] = 1;
  return (bytes) => {
    const offsets = new Map<SaveGuid, number>();
    if (targets.size === 0 || bytes.length < 16) return offsets;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let next = view.getUint32(0, true) << 8;
    for (let at = 0; at + 16 <= bytes.length; at += 1) {
      next = (next >>> 8) | ((bytes[at + 3] as number) << 24); // inside, as 16 bytes are left
      if (isFirst[next & MASK] === 0) continue;
      const word = (index: number) => view.getUint32(at + index * 4, true);
      const id = printGuid(word(0), word(1), word(2), word(3));
      if (targets.has(id) && !offsets.has(id)) offsets.set(id, at);
    }
    return offsets;
  };
}
