import { promisify } from 'node:util';
import { deflate as deflateCallback, deflateSync } from 'node:zlib';
import type { SaveContainer } from '../format/container.ts';
import { LEVEL } from '../read/folder-files.ts';

const deflate = promisify(deflateCallback);

/** A container that files are written in. There is no encoder for Oodle. */
export type WrittenContainer = Exclude<SaveContainer, 'PlM1'>;

/** Packs GVAS bytes as a .sav file. */
export function pack(gvas: Buffer, container: WrittenContainer): Buffer {
  if (container === 'GVAS') return gvas;
  const once = deflateSync(gvas);
  return withHeader(container, gvas.length, once.length, container === 'PlZ2' ? deflateSync(once) : once);
}

/** Packs GVAS bytes like `pack`, in a worker thread where that takes long. */
export async function packInBackground(gvas: Buffer, container: WrittenContainer): Promise<Buffer> {
  if (container === 'GVAS') return gvas;
  const once = await deflate(gvas, inOnePiece(gvas));
  const payload = container === 'PlZ2' ? await deflate(once, inOnePiece(once)) : once;
  return withHeader(container, gvas.length, once.length, payload);
}

/** One output buffer for everything: each further chunk would wait for this thread. */
function inOnePiece(bytes: Buffer): { chunkSize: number } {
  return { chunkSize: Math.max(64 * 1024, bytes.length >> 1) };
}

function withHeader(container: string, rawBytes: number, packedBytes: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt32LE(rawBytes, 0);
  header.writeUInt32LE(packedBytes, 4);
  header.write(container, 8, 'latin1');
  return Buffer.concat([header, payload]);
}

/** The container of an edited file: unchanged, except for Oodle (docs/save-format.md#packing-an-edited-file). */
export function writtenContainer(path: string, was: SaveContainer): WrittenContainer {
  if (was !== 'PlM1') return was;
  return path === LEVEL ? 'PlZ2' : 'PlZ1';
}
