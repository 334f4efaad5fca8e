import { MAP_REGIONS, REGION_BOXES, type Region, regionOf, type WorldBox } from '@palatine/contract';
import type { WorldPoint } from '../data/map-units.ts';

export { MAP_REGIONS as REGION_IDS, REGION_BOXES as REGIONS };
export type RegionId = Region;
export type { WorldBox, WorldPoint };

/** Edge of a region's square in cm. */
export function spanOf(region: RegionId): number {
  return REGION_BOXES[region].maxX - REGION_BOXES[region].minX;
}

export function isInBox({ minX, minY, maxX, maxY }: WorldBox, { x, y }: WorldPoint): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}

export function regionAt({ x }: WorldPoint): RegionId {
  return regionOf(x);
}

/** A part of a region, in shares of its edge, 0 to 1 from the left and from the top. It may reach beyond: that is sea. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where a place is in the square picture of a region, in shares of its edge: east is right, north is up. */
export function toPicture(region: RegionId, { x, y }: WorldPoint): { u: number; v: number } {
  const { minY, maxX } = REGION_BOXES[region];
  const span = spanOf(region);
  return { u: (y - minY) / span, v: (maxX - x) / span };
}

/** A box of the world as a part of a region. */
export function partOf(region: RegionId, { minX, minY, maxX, maxY }: WorldBox): Part {
  const { u: left, v: top } = toPicture(region, { x: maxX, y: minY });
  const span = spanOf(region);
  return { left, top, width: (maxY - minY) / span, height: (maxX - minX) / span };
}

export type ThemeName = 'light' | 'dark';

/** The values from here on are land; those below are sea, rising toward the shore. */
export const SHORE = 64;
/** Height above the sea of value 255, in cm. */
export const TOP_CM = 62_000;

/** Heights above the sea, in m, at which the ramps have their colors. */
const STOPS_M = [0, 25, 60, 120, 200, 320, 620] as const;
const RAMPS: Readonly<Record<ThemeName, { sea: string; shallow: string; land: readonly string[] }>> = {
  light: {
    sea: '#c9dbe2',
    shallow: '#d5e5e9',
    land: ['#dee6ce', '#cdddba', '#c4cea4', '#d6caa0', '#ceba9c', '#d6cec8', '#fafafc'],
  },
  dark: {
    sea: '#0f1d26',
    shallow: '#14262f',
    land: ['#263834', '#2e443a', '#3e503e', '#585842', '#685c4a', '#847c76', '#c4ccd2'],
  },
};

/** The height of a value of the relief above the sea, in cm; 0 for the sea. */
export function heightOf(value: number): number {
  return value < SHORE ? 0 : ((value - SHORE) / (255 - SHORE)) ** 2 * TOP_CM;
}

export function colorTable(theme: ThemeName): Uint8Array {
  const { sea, shallow, land } = RAMPS[theme];
  const table = new Uint8Array(256 * 3);
  for (let value = 0; value < 256; value++) {
    const color =
      value < SHORE
        ? mixed(rgbOf(sea), rgbOf(shallow), (value / SHORE) ** 3)
        : onRamp(land, heightOf(value) / 100);
    table.set(color, value * 3);
  }
  return table;
}

type Rgb = readonly [number, number, number];

function onRamp(colors: readonly string[], heightM: number): Rgb {
  const above = STOPS_M.findIndex((stop) => stop >= heightM);
  if (above === 0) return rgbOf(colors[0]);
  if (above < 0) return rgbOf(colors.at(-1));
  const [low = 0, high = 1] = [STOPS_M[above - 1], STOPS_M[above]];
  return mixed(rgbOf(colors[above - 1]), rgbOf(colors[above]), (heightM - low) / (high - low));
}

function rgbOf(hex = '#000000'): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function mixed([r, g, b]: Rgb, [r2, g2, b2]: Rgb, part: number): Rgb {
  const mix = (from: number, to: number) => Math.round(from + (to - from) * part);
  return [mix(r, r2), mix(g, g2), mix(b, b2)];
}
