import { guidWords } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';

interface Wanted {
  readonly id: SaveGuid;
  readonly bytes: Buffer;
  found: boolean;
}

/**
 * Which of these GUIDs occur anywhere in the bytes, at whatever offset: a removed identity must occur nowhere in the
 * edited file (R1). One pass, however many GUIDs there are. Printed as in `ids`, in their order.
 */
export function identitiesIn(gvas: Uint8Array, ids: ReadonlySet<SaveGuid>): SaveGuid[] {
  const all = [...ids].map((id): Wanted => ({ id, bytes: guidBytes(id), found: false }));
  const byFirstBytes = firstBytesTable(all);
  const last = gvas.length - 16;
  for (let at = 0; at <= last; at += 1) {
    const candidates = byFirstBytes[((gvas[at + 1] as number) << 8) | (gvas[at] as number)];
    if (candidates === undefined) continue;
    for (const wanted of candidates) {
      if (!wanted.found && standsAt(gvas, at, wanted.bytes)) wanted.found = true;
    }
  }
  return all.filter(({ found }) => found).map(({ id }) => id);
}

/** The GUIDs by their first two bytes, a number. */
function firstBytesTable(all: readonly Wanted[]): (Wanted[] | undefined)[] {
  const table = new Array<Wanted[] | undefined>(0x1_0000).fill(undefined);
  for (const wanted of all) {
    const first = wanted.bytes.readUInt16LE(0);
    table[first] = [...(table[first] ?? []), wanted];
  }
  return table;
}

function standsAt(gvas: Uint8Array, at: number, bytes: Uint8Array): boolean {
  for (let index = 15; index >= 0; index -= 1) {
    if (gvas[at + index] !== bytes[index]) return false;
  }
  return true;
}

function guidBytes(id: SaveGuid): Buffer {
  const bytes = Buffer.alloc(16);
  guidWords(id).forEach((word, index) => {
    bytes.writeUInt32LE(word, index * 4);
  });
  return bytes;
}
