import { hexagonCorners } from '../geometry/hexagons.ts';
import { boxOf, isInView, pixelX, pixelY, type View } from '../geometry/view.ts';
import type { HeatHexagon } from '../past/heat.ts';
import { legsOf, type Trail } from '../past/trail.ts';
import type { Palette } from './palette.ts';

/** Parts of a trail that are drawn each in one strength: the older, the fainter. */
const AGES = 6;

/** Draws trails: a line for each player, and a knot where somebody stayed. */
export function drawTrails(
  context: CanvasRenderingContext2D,
  view: View,
  trails: readonly Trail[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  colourOf: (uid: string) => string,
): void {
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const trail of trails) {
    const { legs, rests } = legsOf(trail);
    const colour = colourOf(trail.uid);
    const ageOf = (atMs: number) =>
      Math.max(0, Math.min(AGES - 1, Math.floor(((atMs - fromMs) / (toMs - fromMs)) * AGES)));
    const paths = Array.from({ length: AGES }, () => new Path2D());
    for (const { points } of legs) {
      for (const [at, point] of points.entries()) {
        const before = points[at - 1];
        if (before === undefined) continue;
        const path = paths[ageOf(point.atMs)];
        path?.moveTo(pixelX(view, before.y), pixelY(view, before.x));
        path?.lineTo(pixelX(view, point.y), pixelY(view, point.x));
      }
    }
    context.strokeStyle = colour;
    context.fillStyle = colour;
    context.lineWidth = 2;
    for (const [age, path] of paths.entries()) {
      context.globalAlpha = 0.2 + (0.7 * (age + 1)) / AGES;
      context.stroke(path);
    }
    for (const { x, y, fromMs: began, toMs: ended } of rests) {
      if (!isInView(view, { x, y }, 20)) continue;
      const minutes = (ended - began) / 60_000;
      context.globalAlpha = 0.2 + (0.5 * (ageOf(ended) + 1)) / AGES;
      context.beginPath();
      context.arc(pixelX(view, y), pixelY(view, x), Math.min(9, 2.5 + Math.sqrt(minutes)), 0, 2 * Math.PI);
      context.fill();
    }
  }
  context.globalAlpha = 1;
}

/** Draws the heat: the warmer a hexagon, the stronger its colour. */
export function drawHeat(
  context: CanvasRenderingContext2D,
  view: View,
  hexagons: readonly HeatHexagon[],
  cellCm: number,
  { theme }: Palette,
): void {
  const radius = Math.max(1.5, cellCm / Math.sqrt(3) / view.cmPerPixel);
  const { minX, maxX, minY, maxY } = boxOf(view, radius);
  for (const { x, y, warmth } of hexagons) {
    if (x < minX || x > maxX || y < minY || y > maxY) continue;
    const light = theme === 'dark' ? 0.5 + 0.35 * warmth : 0.75 - 0.25 * warmth;
    context.fillStyle = `oklch(${light} 0.19 ${85 - 60 * warmth} / ${0.3 + 0.55 * warmth})`;
    context.beginPath();
    for (const [across, down] of hexagonCorners(pixelX(view, y), pixelY(view, x), radius)) {
      context.lineTo(across, down);
    }
    context.fill();
  }
}

/** Draws what nobody has explored as hatched, which leaves the explored cells lighter. */
export function drawExplored(
  context: CanvasRenderingContext2D,
  view: View,
  { cellCm, cells }: { readonly cellCm: number; readonly cells: readonly (readonly [number, number])[] },
  hatch: CanvasPattern | null,
): void {
  const edge = cellCm / view.cmPerPixel;
  context.beginPath();
  context.rect(0, 0, view.width, view.height);
  for (const [cellX, cellY] of cells) {
    const left = pixelX(view, cellY * cellCm);
    const bottom = pixelY(view, cellX * cellCm);
    context.rect(left, bottom - edge, edge, edge);
  }
  context.fillStyle = hatch ?? 'rgb(0 0 0 / 20%)';
  context.fill('evenodd');
}

/** Thin slanted lines over a light shade. */
export function hatching(context: CanvasRenderingContext2D, { theme }: Palette): CanvasPattern | null {
  const tile = document.createElement('canvas');
  tile.width = 8;
  tile.height = 8;
  const pen = tile.getContext('2d');
  if (pen === null) return null;
  pen.fillStyle = theme === 'dark' ? 'rgb(0 0 0 / 30%)' : 'rgb(40 60 70 / 14%)';
  pen.fillRect(0, 0, 8, 8);
  pen.strokeStyle = theme === 'dark' ? 'rgb(255 255 255 / 12%)' : 'rgb(20 40 50 / 22%)';
  pen.beginPath();
  for (const start of [-8, 0, 8]) {
    pen.moveTo(start, 8);
    pen.lineTo(start + 8, 0);
  }
  pen.stroke();
  return context.createPattern(tile, 'repeat');
}
