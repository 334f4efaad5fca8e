import { promisify } from 'node:util';
import { deflate as deflateCallback, deflateSync } from 'node:zlib';
import type { SaveContainer } from '../format/container.ts';
import { LEVEL } from '../read/folder-files.ts';

const deflate = promisify(deflateCallback);

/** Packs GVAS bytes as a .sav file. There is no encoder for Oodle: `PlM1` stores its blocks unpacked. */
export function pack(gvas: Buffer, container: SaveContainer): Buffer {
  if (container === 'GVAS') return gvas;
  if (container === 'PlM1') return storedOodle(gvas);
  const once = deflateSync(gvas);
  return withHeader(container, gvas.length, once.length, container === 'PlZ2' ? deflateSync(once) : once);
}

/** Packs GVAS bytes like `pack`, in a worker thread where that takes long. */
export async function packInBackground(gvas: Buffer, container: SaveContainer): Promise<Buffer> {
  if (container === 'GVAS' || container === 'PlM1') return pack(gvas, container);
  const once = await deflate(gvas, inOnePiece(gvas));
  const payload = container === 'PlZ2' ? await deflate(once, inOnePiece(once)) : once;
  return withHeader(container, gvas.length, once.length, payload);
}

/** One output buffer for everything: each further chunk would wait for this thread. */
function inOnePiece(bytes: Buffer): { chunkSize: number } {
  return { chunkSize: Math.max(64 * 1024, bytes.length >> 1) };
}

function withHeader(
  container: SaveContainer,
  rawBytes: number,
  packedBytes: number,
  payload: Buffer,
): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt32LE(rawBytes, 0);
  header.writeUInt32LE(packedBytes, 4);
  header.write(container, 8, 'latin1');
  return Buffer.concat([header, payload]);
}

const OODLE_BLOCK_BYTES = 256 * 1024;
/** Begins a block of 256 KiB, or the last one, whose bytes follow as they are (save-writing 2.6). */
const STORED_BLOCK = Buffer.from([0xcc, 0x06]);

function storedOodle(gvas: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < gvas.length; at += OODLE_BLOCK_BYTES) {
    parts.push(STORED_BLOCK, gvas.subarray(at, at + OODLE_BLOCK_BYTES));
  }
  const payload = Buffer.concat(parts);
  return withHeader('PlM1', gvas.length, payload.length, payload);
}

/**
 * Format of an edited Oodle file, for which there is no encoder: zlib, which the game of 1.0 reads, or Oodle with
 * stored blocks. Only the game can settle it (save-writing 2.6 and 8).
 */
const OODLE_WRITTEN_AS: 'zlib' | 'stored Oodle' = 'zlib';

/** The container of an edited file: unchanged, except for Oodle. */
export function writtenContainer(path: string, was: SaveContainer): SaveContainer {
  if (was !== 'PlM1' || (OODLE_WRITTEN_AS as string) === 'stored Oodle') return was;
  return path === LEVEL ? 'PlZ2' : 'PlZ1';
}
