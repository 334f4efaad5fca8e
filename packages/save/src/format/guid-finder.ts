import { guidWords, printGuid, ZERO_GUID } from './guid.ts';
import type { SaveGuid } from './save-types.ts';

const BITS = 20;

/** Returns a search for those GUIDs at any offset of some bytes; the zero GUID is not searched for. */
export function guidFinder(ids: Iterable<SaveGuid>): (bytes: Uint8Array) => Set<SaveGuid> {
  const wanted = new Set(ids);
  wanted.delete(ZERO_GUID);
  // One bit for the hash of each first word: nearly every offset is passed over by one look.
  const hashes = new Uint8Array(2 ** (BITS - 3));
  for (const id of wanted) {
    const hash = hashOf(guidWords(id)[0]);
    hashes[hash >>> 3] = (hashes[hash >>> 3] as number) | (1 << (hash & 7)); // the hash has BITS bits
  }
  return (bytes) => findGuids(bytes, wanted, hashes);
}

function findGuids(bytes: Uint8Array, wanted: ReadonlySet<SaveGuid>, hashes: Uint8Array): Set<SaveGuid> {
  const found = new Set<SaveGuid>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = bytes.length - 16;
  for (let at = 0; at <= last; at += 1) {
    const first = view.getUint32(at, true);
    const hash = hashOf(first);
    if (((hashes[hash >>> 3] as number) & (1 << (hash & 7))) === 0) continue; // the hash has BITS bits
    const word = (index: number) => view.getUint32(at + index * 4, true);
    const id = printGuid(first, word(1), word(2), word(3));
    if (wanted.has(id)) found.add(id);
  }
  return found;
}

/** Fibonacci hashing: the highest bits of a product with 2^32 divided by the golden ratio. */
function hashOf(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> (32 - BITS);
}
