/** A place at a time. Units: seconds since 1970, cm. */
export interface TrailPlace {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A player's place within a sample, which has the time. Units: cm. */
export interface SampledPlace {
  /** Number of the player in the table of players. */
  readonly player: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A point takes 16 bytes: an unsigned number, then three signed ones, each of 32 bits, little-endian. */
export const POINT_BYTES = 16;

/** The points of a trail as they are stored. Times count from 1970 to 2106. */
export function encodeTrail(points: readonly TrailPlace[]): Uint8Array {
  return encode(points.map(({ at, x, y, z }) => [at, x, y, z]));
}

/** The reverse of `encodeTrail`; bytes that are no whole point are left out. */
export function decodeTrail(bytes: Uint8Array): TrailPlace[] {
  return decode(bytes).map(([at, x, y, z]) => ({ at, x, y, z }));
}

/** The places of a sample as they are stored. */
export function encodeSample(places: readonly SampledPlace[]): Uint8Array {
  return encode(places.map(({ player, x, y, z }) => [player, x, y, z]));
}

/** The reverse of `encodeSample`; bytes that are no whole place are left out. */
export function decodeSample(bytes: Uint8Array): SampledPlace[] {
  return decode(bytes).map(([player, x, y, z]) => ({ player, x, y, z }));
}

type Point = readonly [head: number, x: number, y: number, z: number];

function encode(points: readonly Point[]): Uint8Array {
  const bytes = new Uint8Array(points.length * POINT_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, [head, x, y, z]] of points.entries()) {
    const offset = index * POINT_BYTES;
    view.setUint32(offset, head, true);
    view.setInt32(offset + 4, x, true);
    view.setInt32(offset + 8, y, true);
    view.setInt32(offset + 12, z, true);
  }
  return bytes;
}

function decode(bytes: Uint8Array): Point[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const points: Point[] = [];
  for (let offset = 0; offset + POINT_BYTES <= bytes.length; offset += POINT_BYTES) {
    const [x, y, z] = [4, 8, 12].map((at) => view.getInt32(offset + at, true)) as [number, number, number];
    points.push([view.getUint32(offset, true), x, y, z]);
  }
  return points;
}
