import type { CampDetailsReply, CampObjectCells } from '@palatine/contract';
import { useEffect, useRef } from 'preact/hooks';
import { lookUp } from '../../data/catalogue.ts';
import './floor-plan.css';
import type { PlanKind } from './footprint.ts';
import { outline } from './PlanMark.tsx';
import { type PlanObject, planOf, reachOf } from './plan.ts';

/** The custom property of the page that a kind is drawn in. */
const COLOURS: Readonly<Record<PlanKind, string>> = {
  structure: '--line-strong',
  work: '--dark',
  storage: '--warn',
  bed: '--info',
  farm: '--leaf',
  defence: '--danger',
  palbox: '--accent',
  other: '--neutral',
};

export interface PlanThumbnailProps {
  camp: Pick<CampDetailsReply['Camp'], 'Place' | 'AreaRangeCm'>;
  objects: readonly CampObjectCells[];
  /** Edge in px; 96 unless given. */
  size?: number;
}

/** A base from above, small: one picture, however much stands there. The name of the base stands beside it. */
export function PlanThumbnail({ camp, objects, size = 96 }: PlanThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const known = lookUp('MapObjects', 'PalBoxV2') !== undefined;
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const plan = planOf(camp.Place, objects, (id) => lookUp('MapObjects', id)?.Menu ?? '');
    const draw = () => drawPlan(element, plan, reachOf(plan, camp.AreaRangeCm), size);
    draw();
    const observer = new MutationObserver(draw); // another theme has other colours
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, [camp, objects, size, known]);
  return (
    <canvas class="plan-thumbnail" ref={canvas} style={{ inlineSize: `${size}px`, blockSize: `${size}px` }} />
  );
}

function drawPlan(canvas: HTMLCanvasElement, plan: readonly PlanObject[], reach: number, size: number): void {
  canvas.width = Math.round(size * devicePixelRatio);
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(canvas);
  const scale = canvas.width / (2 * reach);
  for (const { kind, footprint, east, south, yaw } of plan) {
    if (footprint.level === 'roof') continue;
    context.setTransform(
      scale,
      0,
      0,
      scale,
      canvas.width / 2 + east * scale,
      canvas.height / 2 + south * scale,
    );
    context.rotate((yaw * Math.PI) / 180);
    context.globalAlpha = footprint.level === 'floor' ? 0.45 : 1;
    context.fillStyle = style.getPropertyValue(footprint.level === 'floor' ? '--line-strong' : COLOURS[kind]);
    context.fill(new Path2D(outline(footprint)));
  }
}
