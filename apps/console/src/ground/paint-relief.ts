import { colorTable, heightOf, type Part, SHORE, type ThemeName, TOP_CM } from './regions.ts';

/** Between two contour lines, in cm. */
const CONTOUR_CM = 2_500;
/** Where the light comes from: northwest, rather low. */
const LIGHT = { east: -0.5, north: 0.5, up: Math.SQRT1_2 };
/** Slopes are shown steeper than they are. */
const EXAGGERATION = 3.2;
/** With less land than this, no shore is within a pixel of the field. */
const OPEN_SEA = 0.3;
const STYLE = {
  light: { shade: 0.3, contour: -20, coast: [96, 124, 124] },
  dark: { shade: 0.5, contour: -12, coast: [116, 150, 150] },
} as const;

/**
 * Paints a part of a height field as red, green, blue and alpha: ground colors, hill shading, contours, coast.
 * @param spanCm edge of the ground that the field covers
 */
export function paintRelief(
  { edge, height: ground, land: shore }: HeightField,
  part: Part,
  { width, height, theme, spanCm }: { width: number; height: number; theme: ThemeName; spanCm: number },
): Uint8ClampedArray<ArrayBuffer> {
  const table = colorTable(theme);
  const cmPerCell = spanCm / edge;
  const pixels = new Uint8ClampedArray(width * height * 4);
  const [across, down] = [(part.width * edge) / width, (part.height * edge) / height];
  const style = STYLE[theme];
  for (let row = 0; row < height; row++) {
    const y = part.top * edge + (row + 0.5) * down - 0.5;
    for (let column = 0; column < width; column++) {
      const x = part.left * edge + (column + 0.5) * across - 0.5;
      const land = sample(shore, edge, x, y);
      const to = (row * width + column) * 4;
      pixels[to + 3] = 255;
      if (land < OPEN_SEA) {
        seaColor(pixels, to, table, land);
        continue; // most of the world: no coast is near
      }
      const [landEast, landSouth] = slope(shore, edge, x, y);
      const fall = Math.hypot(landEast * across, landSouth * down); // of `land`, from pixel to pixel
      const coast = fall > 0 ? Math.max(0, 1 - Math.abs(land - 1) / fall) : 0;
      if (land < 1) seaColor(pixels, to, table, land);
      else {
        const [east, south] = slope(ground, edge, x, y);
        const light = 1 + style.shade * shading(east / cmPerCell, south / cmPerCell);
        const heightCm = sample(ground, edge, x, y);
        const line = contour(heightCm, Math.hypot(east * across, south * down)) * style.contour;
        landColor(pixels, to, table, heightCm, light, line);
      }
      if (coast > 0) blend(pixels, to, style.coast, coast * 0.75);
    }
  }
  return pixels;
}

/** How much lighter (above 0) or darker a slope is than flat ground. Slopes in cm per cm. */
export function shading(east: number, south: number): number {
  const [nx, ny] = [-east * EXAGGERATION, south * EXAGGERATION]; // the normal leans away from the rise
  const light = (nx * LIGHT.east + ny * LIGHT.north + LIGHT.up) / Math.hypot(nx, ny, 1);
  return Math.max(-1, Math.min(1, (light - LIGHT.up) * 1.6));
}

/** How strongly a contour line covers a pixel: 1 on the line, 0 a pixel off. None along the shore. */
function contour(ground: number, fallPerPixel: number): number {
  const nearest = Math.round(ground / CONTOUR_CM) * CONTOUR_CM;
  if (nearest === 0 || fallPerPixel <= 0) return 0;
  return Math.max(0, 1 - Math.abs(ground - nearest) / fallPerPixel);
}

function seaColor(pixels: Uint8ClampedArray, to: number, table: Uint8Array, land: number): void {
  const from = Math.round(Math.max(0, land) * (SHORE - 1)) * 3;
  for (let channel = 0; channel < 3; channel++) pixels[to + channel] = table[from + channel] ?? 0;
}

function landColor(
  pixels: Uint8ClampedArray,
  to: number,
  table: Uint8Array,
  ground: number,
  light: number,
  line: number,
): void {
  const value = SHORE + Math.sqrt(Math.max(0, Math.min(1, ground / TOP_CM))) * (255 - SHORE);
  const from = Math.floor(value) * 3;
  const next = Math.min(255, Math.floor(value) + 1) * 3;
  const part = value - Math.floor(value);
  for (let channel = 0; channel < 3; channel++) {
    const low = table[from + channel] ?? 0;
    pixels[to + channel] = (low + ((table[next + channel] ?? 0) - low) * part) * light + line;
  }
}

function blend(pixels: Uint8ClampedArray, to: number, color: readonly number[], part: number): void {
  for (let channel = 0; channel < 3; channel++) {
    const own = pixels[to + channel] ?? 0;
    pixels[to + channel] = own + ((color[channel] ?? 0) - own) * part;
  }
}

/** The value between four pixels; beyond the field, that of its edge. */
function sample(values: Float32Array, edge: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, low] = [x - left, y - top];
  const [x0, x1] = [within(left, edge), within(left + 1, edge)];
  const [y0, y1] = [within(top, edge) * edge, within(top + 1, edge) * edge];
  const upper = (values[y0 + x0] ?? 0) * (1 - right) + (values[y0 + x1] ?? 0) * right;
  const lower = (values[y1 + x0] ?? 0) * (1 - right) + (values[y1 + x1] ?? 0) * right;
  return upper * (1 - low) + lower * low;
}

/** The rise per pixel of the field toward the east and the south. */
function slope(values: Float32Array, edge: number, x: number, y: number): [east: number, south: number] {
  return [
    (sample(values, edge, x + 1, y) - sample(values, edge, x - 1, y)) / 2,
    (sample(values, edge, x, y + 1) - sample(values, edge, x, y - 1)) / 2,
  ];
}

const within = (place: number, edge: number): number => (place < 0 ? 0 : place >= edge ? edge - 1 : place);

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

/** The heights of a relief, smoothed: its steps of some meters would show as terraces. */
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
    const surveyed = weight;
    const weighted = height.map((own, at) => own * (surveyed[at] ?? 0));
    const [sum, near] = [smoothed(weighted, edge), smoothed(surveyed, edge)];
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
