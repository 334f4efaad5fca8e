import type { PlanKind } from '../../bases/plan/plan.ts';
import { guildColor } from '../../data/guilds.ts';
import { CM_PER_MAP_UNIT, fromMapUnits, toMapUnits } from '../../data/map-units.ts';
import type { WorldPoint } from '../../ground/regions.ts';
import { isInView, pixelOf, placeAt } from '../../ground/view.ts';
import { distanceText } from '../labels.ts';
import type { Mark } from '../marks/mark.ts';
import type { GroundImage } from '../marks/pictures.ts';
import type { BasePlan } from '../marks/plans.ts';
import { circle, type Palette, type Pen, rimmedText } from './pen.ts';

/** Draws the operator's pictures over the relief. */
export function drawImages({ context, view }: Pen, images: readonly GroundImage[]): void {
  for (const { image, box } of images) {
    const [left, top] = pixelOf(view, { x: box.maxX, y: box.minY });
    const [right, bottom] = pixelOf(view, { x: box.minX, y: box.maxY });
    context.drawImage(image, left, top, right - left, bottom - top);
  }
}

/** Nearer than this many pixels, the lines of a finer grid are drawn. */
const FINER_PX = 420;
/** Between two lines, in map units, from far to near. */
const STEPS = [500, 100, 20] as const;

/** Draws the grid of map units, with its figures at the edges. */
export function drawGrid({ context, view, palette: { line, quiet, font } }: Pen): void {
  const unitPx = CM_PER_MAP_UNIT / view.cmPerPixel;
  const step = STEPS.find((units, at) => units * unitPx < FINER_PX || at === STEPS.length - 1) ?? 500;
  const first = toMapUnits(placeAt(view, 0, view.height));
  const last = toMapUnits(placeAt(view, view.width, 0));
  context.lineWidth = 1;
  context.strokeStyle = line;
  context.fillStyle = quiet;
  context.font = `11px ${font}`;
  context.textBaseline = 'bottom';
  context.textAlign = 'left';
  context.beginPath();
  for (let mapX = Math.ceil(first.mapX / step) * step; mapX <= last.mapX; mapX += step) {
    const across = Math.round(pixelOf(view, fromMapUnits({ mapX, mapY: 0 }))[0]) + 0.5;
    context.moveTo(across, 0);
    context.lineTo(across, view.height);
    context.fillText(String(mapX), across + 4, view.height - 4);
  }
  for (let mapY = Math.ceil(first.mapY / step) * step; mapY <= last.mapY; mapY += step) {
    const down = Math.round(pixelOf(view, fromMapUnits({ mapX: 0, mapY }))[1]) + 0.5;
    context.moveTo(0, down);
    context.lineTo(view.width, down);
    context.fillText(String(mapY), 6, down - 3);
  }
  context.stroke();
}

/** Smaller than this, an area is hidden by its mark. */
const MIN_AREA_PX = 5;

export function drawAreas(pen: Pen, bases: readonly Mark[]): void {
  const { context, view, palette } = pen;
  context.lineWidth = 1.25;
  for (const base of bases) {
    const radius = (base.areaCm ?? 0) / view.cmPerPixel;
    if (radius < MIN_AREA_PX || !isInView(view, base, radius)) continue;
    circle(pen, base, radius);
    const color = guildColor(base.guildId, palette.theme === 'dark');
    context.globalAlpha = 0.22;
    context.fillStyle = color;
    context.fill();
    context.globalAlpha = 0.8;
    context.strokeStyle = color;
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** Radii that rings may have, and lengths of the scale, in m. */
export const RADII_M = [10, 25, 50, 100, 250, 500, 1000, 2500, 5000] as const;
/** Rings smaller than this are left out, in pixels; three of the others are drawn. */
const MIN_RING_PX = 48;
const RINGS = 3;

/** Draws rings around a place, each with its distance. */
export function drawRuler(pen: Pen, place: WorldPoint): void {
  const { context, view, palette } = pen;
  const [across, down] = pixelOf(view, place);
  const radii = RADII_M.map((meters) => ({ meters, radius: (meters * 100) / view.cmPerPixel }))
    .filter(({ radius }) => radius >= MIN_RING_PX)
    .slice(0, RINGS);
  context.font = `12px ${palette.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { meters, radius } of radii) {
    context.setLineDash([6, 5]);
    context.lineWidth = 1.5;
    context.strokeStyle = palette.accent;
    circle(pen, place, radius);
    context.stroke();
    context.setLineDash([]);
    rimmedText(pen, distanceText(meters * 100), across, down - radius);
  }
  circle(pen, place, 3);
  context.fillStyle = palette.accent;
  context.fill();
}

/** The colors of a plan, as its style sheet has them. */
const INKS: Readonly<Record<PlanKind, keyof Palette>> = {
  structure: 'quiet',
  work: 'dark',
  storage: 'warn',
  bed: 'info',
  farm: 'leaf',
  defense: 'danger',
  palbox: 'accent',
  other: 'neutral',
};

/** Draws the floor plans of bases where these stand. */
export function drawPlans({ context, view, palette }: Pen, plans: readonly BasePlan[]): void {
  const { cmPerPixel } = view;
  for (const { base, shapes } of plans) {
    context.save();
    context.translate(...pixelOf(view, base));
    context.scale(1 / cmPerPixel, 1 / cmPerPixel);
    for (const { kind, footprint, isHurt, isUnderConstruction, path } of shapes) {
      const { level } = footprint;
      const ink = palette[INKS[kind]];
      context.setLineDash(isUnderConstruction ? [40, 30] : []);
      context.lineWidth = (level === 'floor' ? 0.5 : 1) * cmPerPixel;
      context.fillStyle = level === 'floor' ? palette.surface : ink;
      context.strokeStyle = isHurt ? palette.danger : level === 'floor' ? palette.line : ink;
      context.globalAlpha = level === 'floor' ? 0.85 : level === 'wall' || kind === 'palbox' ? 1 : 0.55;
      if (!isUnderConstruction) context.fill(path);
      context.globalAlpha = 1;
      context.stroke(path);
    }
    context.restore();
  }
}
