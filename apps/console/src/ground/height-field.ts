import { heightOf, SHORE } from './regions.ts';

/** A square of heights, row by row from the north, west first. */
export interface HeightField {
  readonly edge: number;
  /** Height above the sea in cm; under the sea, the height of the nearest land runs on. */
  readonly height: Float32Array;
  /** 1 at the shore, less on the sea, more on land. */
  readonly land: Float32Array;
}

/** How much land is land: so much that the shore runs along the edges of its pixels when it is interpolated. */
const LAND = 1.3;

/** The heights of a relief, smoothed: its steps of some metres would show as terraces. */
export function heightField(values: Uint8Array, edge: number): HeightField {
  const height = new Float32Array(edge * edge);
  const land = new Float32Array(edge * edge);
  for (let at = 0; at < height.length; at++) {
    const value = values[at] ?? 0;
    height[at] = heightOf(value);
    land[at] = value < SHORE ? value / SHORE : LAND;
  }
  return { edge, height: smoothedLand(height, values, edge), land: smoothed(land, edge) };
}

/** How many times heights are spread: the ground runs on below the sea for as many pixels, so no coast is a cliff. */
const SPREADS = 2;

/** The mean of the land around each pixel. */
function smoothedLand(heights: Float32Array, values: Uint8Array, edge: number): Float32Array {
  let height = heights;
  let weight = Float32Array.from(values, (value) => (value < SHORE ? 0 : 1));
  for (let spread = 0; spread < SPREADS; spread++) {
    const known = weight;
    const weighted = height.map((own, at) => own * (known[at] ?? 0));
    const [sum, near] = [smoothed(weighted, edge), smoothed(known, edge)];
    height = sum.map((total, at) => (near[at] ? total / near[at] : 0));
    weight = near.map((some) => (some > 0 ? 1 : 0));
  }
  return height;
}

/** The mean of each pixel and those that touch it; at the edges, of those there are. */
function smoothed(values: Float32Array, edge: number): Float32Array {
  return alongRows(alongRows(values, edge, 1, edge), edge, edge, 1);
}

function alongRows(values: Float32Array, edge: number, step: number, row: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let line = 0; line < edge; line++) {
    for (let place = 0; place < edge; place++) {
      const at = line * row + place * step;
      const own = values[at] ?? 0;
      const before = place > 0 ? (values[at - step] ?? 0) : own;
      const after = place < edge - 1 ? (values[at + step] ?? 0) : own;
      out[at] = (before + 2 * own + after) / 4;
    }
  }
  return out;
}
