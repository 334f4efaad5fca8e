import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** One byte a pixel, gray. */
const BIT_DEPTH = 8;
const GRAY = 0;

/** A square picture as a PNG, one byte a pixel. Lossless. */
export function grayPng(values: Uint8Array, edge: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([BIT_DEPTH, GRAY], 8); // deflate, its five filters and no interlacing are 0
  const rows = Array.from({ length: edge }, (_, row) => filteredRow(values, edge, row));
  const pixels = deflateSync(Buffer.concat(rows), { level: 9, memLevel: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

type Predictor = (left: number, above: number, corner: number) => number;

/** What PNG's filters 0 to 4 expect of a pixel. */
const PREDICTORS: readonly Predictor[] = [
  () => 0,
  (left) => left,
  (_left, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
];

function paeth(left: number, above: number, corner: number): number {
  const [byLeft, byAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
  const byCorner = Math.abs(left + above - 2 * corner);
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}

/** A row with the filter that leaves the smallest differences. */
function filteredRow(values: Uint8Array, edge: number, row: number): Buffer {
  const candidates = PREDICTORS.map((predict, filter) => {
    const bytes = Buffer.alloc(edge + 1, filter);
    let size = 0;
    for (let column = 0; column < edge; column++) {
      const at = row * edge + column;
      const left = column > 0 ? (values[at - 1] ?? 0) : 0;
      const above = row > 0 ? (values[at - edge] ?? 0) : 0;
      const corner = column > 0 && row > 0 ? (values[at - edge - 1] ?? 0) : 0;
      const rest = ((values[at] ?? 0) - predict(left, above, corner)) & 255;
      bytes[column + 1] = rest;
      size += Math.min(rest, 256 - rest);
    }
    return { bytes, size };
  });
  return candidates.reduce((best, next) => (next.size < best.size ? next : best)).bytes;
}
