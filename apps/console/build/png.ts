import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** One byte a pixel, gray. */
const BIT_DEPTH = 8;
const GRAY = 0;
const PALETTE = 3;
/** Colors of a palette. */
const MAX_COLORS = 256;

/** A square picture as a PNG, one byte a pixel. Lossless. */
export function grayPng(values: Uint8Array, edge: number): Buffer {
  const rows = Array.from({ length: edge }, (_, row) => filteredRow(values, edge, row));
  return framed({ width: edge, height: edge, kind: GRAY, rows });
}

/**
 * A picture as a PNG of at most 256 colors, one byte a pixel: those that most pixels have; every other pixel has the
 * nearest one. `rgba`: four bytes a pixel, of which the last is not looked at.
 */
export function palettePng(rgba: Uint8Array, width: number, height: number): Buffer {
  const pixels = Array.from({ length: width * height }, (_, at) =>
    Buffer.from(rgba.buffer, 4 * at, 3).readUIntBE(0, 3),
  );
  const counts = new Map<number, number>();
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const byCount = [...counts].toSorted(([, a], [, b]) => b - a).map(([color]) => color);
  const palette = byCount.slice(0, MAX_COLORS);
  const places = new Map(byCount.map((color) => [color, nearest(palette, color)]));
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.from([0, ...pixels.slice(row * width, (row + 1) * width).map((color) => places.get(color) ?? 0)]),
  );
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  return framed({ width, height, kind: PALETTE, rows, palette: colors });
}

/** Where the color stands that is nearest to a color. */
function nearest(palette: readonly number[], color: number): number {
  const distance = (entry: number) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((entry >> shift) & 255) - ((color >> shift) & 255)) ** 2, 0);
  let best = 0;
  for (const [at, entry] of palette.entries()) {
    if (distance(entry) < distance(palette[best] ?? 0)) best = at;
  }
  return best;
}

interface Picture {
  width: number;
  height: number;
  kind: number;
  rows: readonly Buffer[];
  palette?: Buffer;
}

function framed({ width, height, kind, rows, palette }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BIT_DEPTH, kind], 8); // deflate, its five filters and no interlacing are 0
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(palette === undefined ? [] : [chunk('PLTE', palette)]),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9, memLevel: 9 })),
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

/** The values that PNG's filters 0 to 4 predict for a pixel. */
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
