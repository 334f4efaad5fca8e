import { hexagonPath } from '../geometry/hexagons.ts';
import { isInView, pixelOf } from '../geometry/view.ts';
import type { HeatHexagon } from '../past/heat.ts';
import { legsOf, type Trail } from '../past/trail.ts';
import { circle, type Pen } from './pen.ts';

/** Parts of a trail that are drawn each in one strength: the older, the fainter. */
const AGES = 6;

/** Draws trails: a line for each player, and a knot where somebody stayed. */
export function drawTrails(
  pen: Pen,
  trails: readonly Trail[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  colourOf: (uid: string) => string,
): void {
  const { context, view } = pen;
  const ageOf = (atMs: number) =>
    Math.max(0, Math.min(AGES - 1, Math.floor(((atMs - fromMs) / (toMs - fromMs)) * AGES)));
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.lineWidth = 2;
  for (const trail of trails) {
    const { legs, rests } = legsOf(trail);
    const paths = Array.from({ length: AGES }, () => new Path2D());
    for (const leg of legs) {
      for (const [at, point] of leg.entries()) {
        const before = leg[at - 1];
        if (before === undefined) continue;
        const path = paths[ageOf(point.atMs)];
        path?.moveTo(...pixelOf(view, before));
        path?.lineTo(...pixelOf(view, point));
      }
    }
    const colour = colourOf(trail.uid);
    context.strokeStyle = colour;
    context.fillStyle = colour;
    for (const [age, path] of paths.entries()) {
      context.globalAlpha = 0.2 + (0.7 * (age + 1)) / AGES;
      context.stroke(path);
    }
    for (const rest of rests) {
      if (!isInView(view, rest, 20)) continue;
      const minutes = (rest.toMs - rest.fromMs) / 60_000;
      context.globalAlpha = 0.2 + (0.5 * (ageOf(rest.toMs) + 1)) / AGES;
      circle(pen, rest, Math.min(9, 2.5 + Math.sqrt(minutes)));
      context.fill();
    }
  }
  context.globalAlpha = 1;
}

/** Draws the heat: the warmer a hexagon, the stronger its colour. */
export function drawHeat(
  { context, view, palette }: Pen,
  hexagons: readonly HeatHexagon[],
  cellCm: number,
): void {
  const radius = Math.max(1.5, cellCm / Math.sqrt(3) / view.cmPerPixel);
  for (const hexagon of hexagons) {
    if (!isInView(view, hexagon, radius)) continue;
    const { warmth } = hexagon;
    const light = palette.theme === 'dark' ? 0.5 + 0.35 * warmth : 0.75 - 0.25 * warmth;
    context.fillStyle = `oklch(${light} 0.19 ${85 - 60 * warmth} / ${0.3 + 0.55 * warmth})`;
    hexagonPath(context, pixelOf(view, hexagon), radius);
    context.fill();
  }
}
