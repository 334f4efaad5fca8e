import { HEXAGON_PX, type Heap } from '../crowd.ts';
import { hexagonCorners } from '../geometry/hexagons.ts';
import { pixelX, pixelY, type View } from '../geometry/view.ts';
import type { Mark } from '../marks/mark.ts';
import { DOTS, inkOf } from './looks.ts';
import type { Palette } from './palette.ts';

/** Radius of a heap that is no hexagon, in pixels. */
export const HEAP_RADIUS_PX = 11;

/** Draws what was put together: hexagons of players, discs of the rest, each with its number. */
export function drawHeaps(
  context: CanvasRenderingContext2D,
  view: View,
  heaps: readonly Heap<Mark>[],
  palette: Palette,
): void {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { items, x, y } of heaps) {
    const [first] = items;
    if (first === undefined) continue;
    const [across, down] = [pixelX(view, y), pixelY(view, x)];
    const inks = new Set(items.map((mark) => inkOf(mark, palette)));
    const ink = inks.size === 1 ? inkOf(first, palette) : palette.neutral;
    context.beginPath();
    if (DOTS.has(first.layer)) {
      for (const [cornerX, cornerY] of hexagonCorners(across, down, HEXAGON_PX))
        context.lineTo(cornerX, cornerY);
      context.closePath();
    } else context.arc(across, down, HEAP_RADIUS_PX, 0, 2 * Math.PI);
    const filled = first.layer === 'online' || first.layer === 'bases';
    context.fillStyle = filled ? ink : palette.surface;
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = filled ? palette.surface : ink;
    context.stroke();
    context.fillStyle = filled ? palette.surface : palette.text;
    context.font = `620 ${items.length > 999 ? 9 : 11}px ${palette.font}`;
    context.fillText(String(items.length), across, down + 0.5);
  }
}
