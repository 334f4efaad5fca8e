import {
  isInBox,
  REGIONS,
  type RegionId,
  regionAt,
  spanOf,
  type WorldBox,
  type WorldPoint,
} from './regions.ts';

/** In CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The view of the canvas: the place at its upper left corner, and the size of a pixel. */
export interface View extends Size {
  /** World X at the upper edge, in cm. */
  readonly top: number;
  /** World Y at the left edge, in cm. */
  readonly left: number;
  /** How many cm of the world a CSS pixel covers. */
  readonly cmPerPixel: number;
}

/** cm per pixel at zoom 0: the main map is 256 pixels wide. */
export const CM_PER_PIXEL_AT_0 = spanOf('Main') / 256;
export const MIN_ZOOM = 0;
export const MAX_ZOOM = 9;

/** The zoom of a scale. One more is twice as large. */
export function zoomOf({ cmPerPixel }: Pick<View, 'cmPerPixel'>): number {
  return Math.log2(CM_PER_PIXEL_AT_0 / cmPerPixel);
}

export function cmPerPixelAt(zoom: number): number {
  return CM_PER_PIXEL_AT_0 / 2 ** zoom;
}

export function centerOf({ top, left, cmPerPixel, width, height }: View): WorldPoint {
  return { x: top - (height / 2) * cmPerPixel, y: left + (width / 2) * cmPerPixel };
}

/** Pixels from the left and the upper edge. */
export function pixelOf(
  { top, left, cmPerPixel }: View,
  { x, y }: WorldPoint,
): readonly [across: number, down: number] {
  return [(y - left) / cmPerPixel, (top - x) / cmPerPixel];
}

export function placeAt({ top, left, cmPerPixel }: View, across: number, down: number): WorldPoint {
  return { x: top - down * cmPerPixel, y: left + across * cmPerPixel };
}

/** Marks at the edge are drawn, and listed, while a part of them is in view: this many pixels around it. */
export const EDGE_PX = 24;

/** The visible part of the world, with a margin around it. */
export function boxOf(view: View, marginPx = 0): WorldBox {
  const { top, left, cmPerPixel, width, height } = view;
  return {
    minX: top - (height + marginPx) * cmPerPixel,
    maxX: top + marginPx * cmPerPixel,
    minY: left - marginPx * cmPerPixel,
    maxY: left + (width + marginPx) * cmPerPixel,
  };
}

export function isInView(view: View, point: WorldPoint, marginPx = 0): boolean {
  return isInBox(boxOf(view, marginPx), point);
}

/** The zoom at which a region just fits into a size. */
export function zoomToFit(region: RegionId, { width, height }: Size): number {
  return zoomOf({ cmPerPixel: spanOf(region) / Math.max(1, Math.min(width, height)) });
}

export function middleOf(region: RegionId): WorldPoint {
  const { minX, minY, maxX, maxY } = REGIONS[region];
  return { x: (minX + maxX) / 2, y: (minY + maxY) / 2 };
}

/** The box around places in one region: Palpagos, where one of them is there; undefined without any. */
export function boxAround(places: readonly WorldPoint[]): WorldBox | undefined {
  const onMain = places.filter((place) => regionAt(place) === 'Main');
  const points = onMain.length > 0 ? onMain : places;
  if (points.length === 0) return undefined;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { minX: Math.min(...xs), maxX: Math.max(...xs), minY: Math.min(...ys), maxY: Math.max(...ys) };
}

/** At least so much of the ground is shown from side to side, in cm: the survey knows nothing finer. */
const MIN_CM = 240_000;
/** Room around what is shown, as a share of what it takes. */
const MARGIN = 0.35;

/** The view of a size in whose middle a box is. */
export function viewAround({ minX, maxX, minY, maxY }: WorldBox, { width, height }: Size): View {
  const spread = (1 + MARGIN) * Math.max((maxY - minY) / width, (maxX - minX) / height);
  const cmPerPixel = Math.max(MIN_CM / width, spread);
  const [top, left] = [minX + maxX + height * cmPerPixel, minY + maxY - width * cmPerPixel];
  return { top: top / 2, left: left / 2, cmPerPixel, width, height };
}

/** The view part of the way between two. A place at the same pixel in both stays there. */
export function viewBetween(from: View, to: View, part: number): View {
  const scale = mix(1 / from.cmPerPixel, 1 / to.cmPerPixel, part);
  const across = mix(from.left / from.cmPerPixel, to.left / to.cmPerPixel, part);
  const down = mix(from.top / from.cmPerPixel, to.top / to.cmPerPixel, part);
  return { ...to, cmPerPixel: 1 / scale, left: across / scale, top: down / scale };
}

const mix = (from: number, to: number, part: number): number => from + (to - from) * part;

export function pixelsOf({ width, height }: Size) {
  return { width: Math.round(width * devicePixelRatio), height: Math.round(height * devicePixelRatio) };
}

/** A context in CSS pixels, on a canvas with as many pixels as the display has where it is. */
export function scaled(context: CanvasRenderingContext2D, view: View): CanvasRenderingContext2D {
  const { width, height } = pixelsOf(view);
  if (context.canvas.width !== width) context.canvas.width = width;
  if (context.canvas.height !== height) context.canvas.height = height;
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  return context;
}
