import { isInBox, REGIONS, type RegionId, regionAt, SHORE, spanOf, TOP_CM } from '../src/ground/regions.ts';

/** Places of things that lie on the ground or float on the sea. World coordinates in cm. */
export interface Soundings {
  readonly ground: readonly { readonly x: number; readonly y: number; readonly z: number }[];
  readonly sea: readonly { readonly x: number; readonly y: number }[];
}

/** All 1,380 boxes of junk that float on the sea, in the saves of twelve worlds, are at exactly this height, in cm. */
export const SEA_LEVEL_CM = -2_103;

/** How finely each region is surveyed: `edge` pixels, each the mean of what lies within `reachCm`. */
const GRIDS: Readonly<Record<RegionId, { edge: number; reachCm: number }>> = {
  Main: { edge: 1024, reachCm: 42_000 },
  Tree: { edge: 384, reachCm: 22_000 },
};
/** A place makes land of what is about as near as this, and a place at sea makes sea. */
const LAND_SPREAD_CM = 14_000;
const SEA_SPREAD_CM = 9_000;
const SEA_WEIGHT = 1.1;
/** Nearer than its root, in cm, samples count alike. */
const SOFTENING = 2.5e6;
/** Nearness above which a place is land. */
const ENOUGH = 0.45;
/** Sea further from the shore than this value is plain sea; the rest comes in steps, which compress well. */
const OPEN_SEA = 24;
const SEA_STEP = 4;

/** A survey of a region: one value a pixel, north up, as the console's height field reads them. */
export interface ReliefSurvey {
  readonly edge: number;
  readonly values: Uint8Array;
  /** How many places it was made from. */
  readonly places: number;
}

/** Surveys a region. Between places the height is their mean, weighted by nearness. */
export function surveyRegion(region: RegionId, { ground, sea }: Soundings): ReliefSurvey {
  const { edge, reachCm } = GRIDS[region];
  const belongs = (place: { x: number; y: number }) =>
    isInBox(REGIONS[region], place) && regionAt(place) === region;
  const [land, water] = [ground.filter(belongs), sea.filter(belongs)];
  const weights = new Float64Array(edge * edge);
  const heights = new Float64Array(edge * edge);
  const nearness = new Float64Array(edge * edge);
  const pixelCm = spanOf(region) / edge;
  for (const { x, y, z } of land) {
    forPixelsNear({ region, edge, pixelCm, reachCm }, x, y, (at, distance) => {
      const weight = 1 / (distance ** 2 + SOFTENING);
      weights[at] = (weights[at] ?? 0) + weight;
      heights[at] = (heights[at] ?? 0) + weight * (Math.max(z, SEA_LEVEL_CM) - SEA_LEVEL_CM);
      nearness[at] = (nearness[at] ?? 0) + Math.exp(-((distance / LAND_SPREAD_CM) ** 2));
    });
  }
  for (const { x, y } of water) {
    forPixelsNear({ region, edge, pixelCm, reachCm }, x, y, (at, distance) => {
      nearness[at] = (nearness[at] ?? 0) - SEA_WEIGHT * Math.exp(-((distance / SEA_SPREAD_CM) ** 2));
    });
  }
  const means = heights.map((sum, at) => (weights[at] ? sum / weights[at] : 0));
  const smooth = blurred(blurred(means, edge, 3), edge, 3);
  const land01 = blurred(nearness, edge, 2);
  const values = Uint8Array.from(smooth, (height, at) => valueOfPixel(height, land01[at] ?? 0));
  return { edge, values, places: land.length + water.length };
}

/** Heights are kept on a square-root scale: what is low is kept more exactly. */
function valueOfPixel(heightCm: number, nearness: number): number {
  if (nearness > ENOUGH) {
    return SHORE + Math.round((255 - SHORE) * Math.sqrt(Math.min(1, Math.max(0, heightCm / TOP_CM))));
  }
  const shallow = Math.round((SHORE - 1) * Math.max(0, nearness / ENOUGH));
  return shallow < OPEN_SEA ? 0 : shallow - (shallow % SEA_STEP);
}

interface Grid {
  readonly region: RegionId;
  readonly edge: number;
  readonly pixelCm: number;
  readonly reachCm: number;
}

function forPixelsNear(
  { region, edge, pixelCm, reachCm }: Grid,
  x: number,
  y: number,
  use: (at: number, distanceCm: number) => void,
): void {
  const { maxX, minY } = REGIONS[region];
  const [down, across] = [(maxX - x) / pixelCm - 0.5, (y - minY) / pixelCm - 0.5]; // in pixels from the middle of the first
  const reach = reachCm / pixelCm;
  const last = edge - 1;
  for (let row = Math.max(0, Math.ceil(down - reach)); row <= Math.min(last, down + reach); row++) {
    for (
      let column = Math.max(0, Math.ceil(across - reach));
      column <= Math.min(last, across + reach);
      column++
    ) {
      const distance = Math.hypot(row - down, column - across);
      if (distance < reach) use(row * edge + column, distance * pixelCm);
    }
  }
}

/** The mean of the square around each pixel, as far as it is inside. */
function blurred(values: Float64Array, edge: number, radius: number): Float64Array {
  const alongLines = (from: Float64Array, step: number, line: number) => {
    const out = new Float64Array(from.length);
    for (let start = 0; start < edge; start++) {
      for (let place = 0; place < edge; place++) {
        const [first, last] = [Math.max(0, place - radius), Math.min(edge - 1, place + radius)];
        let sum = 0;
        for (let near = first; near <= last; near++) sum += from[start * line + near * step] ?? 0;
        out[start * line + place * step] = sum / (last - first + 1);
      }
    }
    return out;
  };
  return alongLines(alongLines(values, 1, edge), edge, 1);
}
