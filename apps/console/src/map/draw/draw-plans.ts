import type { PlanKind } from '../../bases/plan/plan.ts';
import { pixelOf } from '../geometry/view.ts';
import type { BasePlan } from '../marks/plans.ts';
import type { Palette, Pen } from './pen.ts';

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
    for (const { kind, level, isHurt, isUnderConstruction, path } of shapes) {
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
