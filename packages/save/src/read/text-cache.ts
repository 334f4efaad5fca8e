/** Longest text (bytes, without NUL) worth caching: property names and ids are shorter. */
export const LONGEST_CACHED_TEXT = 64;

const SLOTS = 8192; // a power of two: the hash is masked
const texts: string[] = new Array<string>(SLOTS).fill('');
const lowerCased: string[] = new Array<string>(SLOTS).fill('');

// One slot per hash, the newest text wins. A save repeats a few hundred names and ids a million times;
// finding one here is several times cheaper than decoding it, and equal texts share their memory. The size
// is fixed, so a malicious file cannot make it grow.
function slotOf(bytes: Buffer, start: number, length: number): number {
  let hash = length;
  const end = start + length;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  const known = texts[slot] as string;
  if (known.length === length && sameText(known, bytes, start)) return slot;
  const text = bytes.toString('latin1', start, end);
  texts[slot] = text;
  lowerCased[slot] = asPropertyKey(text.toLowerCase());
  return slot;
}

function sameText(text: string, bytes: Buffer, start: number): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) !== bytes[start + at]) return false;
  return true;
}

// A string that has been a property key is unique inside the engine, so that comparing it with a literal
// is comparing two pointers.
function asPropertyKey(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}

/** The Latin-1 text at `start`, at most LONGEST_CACHED_TEXT bytes. */
export function cachedText(bytes: Buffer, start: number, length: number): string {
  return texts[slotOf(bytes, start, length)] as string;
}

/** The same in lower case: property names compare without case. */
export function cachedKey(bytes: Buffer, start: number, length: number): string {
  return lowerCased[slotOf(bytes, start, length)] as string;
}
