import { guidWords, printGuid, ZERO_GUID } from './guid.ts';
import type { SaveGuid } from './save-types.ts';

const BITS = 18;

/** Returns a search for GUIDs in bytes: the first offset of each. Skips the zero GUID. */
export function guidFinder(ids: Iterable<SaveGuid>): (bytes: Uint8Array) => Map<SaveGuid, number> {
  const wanted = new Set(ids);
  wanted.delete(ZERO_GUID);
  // A table of the hashes of first words: nearly every offset is passed over by one look.
  const hashes = new Uint8Array(2 ** BITS);
  for (const id of wanted) hashes[hashOf(guidWords(id)[0])] = 1;
  return (bytes) => (wanted.size === 0 ? new Map() : findGuids(bytes, wanted, hashes));
}

function findGuids(
  bytes: Uint8Array,
  wanted: ReadonlySet<SaveGuid>,
  hashes: Uint8Array,
): Map<SaveGuid, number> {
  const found = new Map<SaveGuid, number>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = bytes.length - 16;
  let next = last < 0 ? 0 : view.getUint32(0, true) << 8;
  for (let at = 0; at <= last; at += 1) {
    next = (next >>> 8) | ((bytes[at + 3] as number) << 24); // `at + 3` is inside, as 16 bytes are left
    if (hashes[hashOf(next)] === 0) continue;
    const word = (index: number) => view.getUint32(at + index * 4, true);
    const id = printGuid(word(0), word(1), word(2), word(3));
    if (wanted.has(id) && !found.has(id)) found.set(id, at);
  }
  return found;
}

/** Fibonacci hashing: the highest bits of a product with 2^32 divided by the golden ratio. */
function hashOf(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> (32 - BITS);
}
