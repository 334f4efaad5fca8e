import { pixelX, pixelY, type View } from '../geometry/view.ts';
import type { Mark } from '../marks/mark.ts';
import { inkOf, radiusOf } from './looks.ts';
import type { Palette } from './palette.ts';
import { isMoving, placeOf } from './placed.ts';

/** Draws players: dots in the colour of their guild, hollow for those who are offline, with a tick where they go. */
export function drawDots(
  context: CanvasRenderingContext2D,
  view: View,
  marks: readonly Mark[],
  palette: Palette,
  atMs: number,
): void {
  const byInk = Map.groupBy(marks, (mark) => `${mark.layer} ${inkOf(mark, palette)}`);
  for (const group of byInk.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const ink = inkOf(first, palette);
    const radius = radiusOf(first);
    context.beginPath();
    for (const mark of group) {
      const { x, y } = placeOf(mark, atMs);
      const [across, down] = [pixelX(view, y), pixelY(view, x)];
      context.moveTo(across + radius, down);
      context.arc(across, down, radius, 0, 2 * Math.PI);
    }
    if (first.layer === 'online') {
      context.lineWidth = 3;
      context.strokeStyle = palette.surface;
      context.stroke();
      context.fillStyle = ink;
      context.fill();
    } else {
      context.fillStyle = palette.surface;
      context.fill();
      context.lineWidth = 1.75;
      context.strokeStyle = ink;
      context.stroke();
    }
  }
  drawHeadings(context, view, marks, palette, atMs);
}

/** A short line in front of those who are under way. */
function drawHeadings(
  context: CanvasRenderingContext2D,
  view: View,
  marks: readonly Mark[],
  palette: Palette,
  atMs: number,
): void {
  context.lineWidth = 2;
  context.strokeStyle = palette.text;
  context.beginPath();
  for (const mark of marks) {
    if (mark.was === undefined || !isMoving(mark, atMs)) continue;
    const angle = Math.atan2(mark.y - mark.was.y, mark.x - mark.was.x); // clockwise from north
    const { x, y } = placeOf(mark, atMs);
    const [across, down] = [pixelX(view, y), pixelY(view, x)];
    context.moveTo(across + Math.sin(angle) * 6, down - Math.cos(angle) * 6);
    context.lineTo(across + Math.sin(angle) * 11, down - Math.cos(angle) * 11);
  }
  context.stroke();
}
