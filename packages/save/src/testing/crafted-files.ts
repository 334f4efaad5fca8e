import type { SaveEra } from '../format/save-types.ts';
import { SAVE_CLASSES } from '../read/gvas-header.ts';
import type { PropertyWriter } from './property-writer.ts';
import { writeGvas } from './write-save-folder.ts';

// Files that no game writes: small on disk, and costly for a reader that believes them.

/** The GVAS bytes of a player file whose SaveData is what `list` writes. */
export function aPlayerFileOf(list: (writer: PropertyWriter) => void, era?: SaveEra): Buffer {
  const write = (writer: PropertyWriter) =>
    writer.listStruct('SaveData', 'PalWorldPlayerSaveData', () => list(writer));
  return writeGvas(SAVE_CLASSES.player, write, era);
}

/** The GVAS bytes of a Level.sav whose worldSaveData is what `list` writes. */
export function aLevelFileOf(list: (writer: PropertyWriter) => void, era?: SaveEra): Buffer {
  const write = (writer: PropertyWriter) =>
    writer.listStruct('worldSaveData', 'PalWorldSaveData', () => list(writer));
  return writeGvas(SAVE_CLASSES.level, write, era);
}

const OODLE_BLOCK_BYTES = 256 * 1024;

/**
 * Packs GVAS bytes as PlM1, each block stored. With `zeroBlocks` the last one is padded with zeros, and this number of
 * zero blocks follows: each is 256 KiB in 6 bytes.
 */
export function packOodle(gvas: Buffer, zeroBlocks = 0): Buffer {
  const lastBytes = gvas.length % OODLE_BLOCK_BYTES;
  const filled = zeroBlocks > 0 && lastBytes > 0 ? OODLE_BLOCK_BYTES - lastBytes : 0;
  const stored = Buffer.concat([gvas, Buffer.alloc(filled)]);
  const parts: Buffer[] = [];
  for (let start = 0; start < stored.length; start += OODLE_BLOCK_BYTES) {
    parts.push(Buffer.of(0xcc, 0x0a), stored.subarray(start, start + OODLE_BLOCK_BYTES));
  }
  for (let block = 0; block < zeroBlocks; block += 1) parts.push(Buffer.of(0x8c, 0x0a, 0x07, 0xff, 0xff, 0));
  const payload = Buffer.concat(parts);
  const rawBytes = stored.length + zeroBlocks * OODLE_BLOCK_BYTES;
  return Buffer.concat([containerHeader('PlM1', rawBytes, payload.length), payload]);
}

/** The 12 bytes in front of a packed file, with any lengths. */
export function containerHeader(container: string, rawBytes: number, packedBytes: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32LE(rawBytes);
  bytes.writeUInt32LE(packedBytes, 4);
  bytes.write(container, 8, 'latin1');
  return bytes;
}
