import { fromMapUnits, toMapUnits } from '../../data/coordinates.ts';
import { pixelX, pixelY, placeAt, type View } from '../geometry/view.ts';
import type { Palette } from './palette.ts';

/** Nearer than this many pixels, the lines of a finer grid are drawn. */
const FINER_PX = 420;
/** Between two lines, in map units, from far to near. */
const STEPS = [500, 100, 20] as const;

/** Draws the grid of map units, with its figures at the edges. */
export function drawGrid(
  context: CanvasRenderingContext2D,
  view: View,
  { line, quiet, font }: Palette,
): void {
  const unitPx = pixelX(view, fromMapUnits({ x: 1, y: 0 }).Y) - pixelX(view, fromMapUnits({ x: 0, y: 0 }).Y);
  const step = STEPS.find((units, at) => units * unitPx < FINER_PX || at === STEPS.length - 1) ?? 500;
  const first = place(view, 0, view.height);
  const last = place(view, view.width, 0);
  context.lineWidth = 1;
  context.strokeStyle = line;
  context.fillStyle = quiet;
  context.font = `11px ${font}`;
  context.textBaseline = 'bottom';
  context.textAlign = 'left';
  context.beginPath();
  for (let x = Math.ceil(first.x / step) * step; x <= last.x; x += step) {
    const across = Math.round(pixelX(view, fromMapUnits({ x, y: 0 }).Y)) + 0.5;
    context.moveTo(across, 0);
    context.lineTo(across, view.height);
    context.fillText(String(x), across + 4, view.height - 4);
  }
  context.textAlign = 'right';
  for (let y = Math.ceil(first.y / step) * step; y <= last.y; y += step) {
    const down = Math.round(pixelY(view, fromMapUnits({ x: 0, y }).X)) + 0.5;
    context.moveTo(0, down);
    context.lineTo(view.width, down);
    context.fillText(String(y), view.width - 6, down - 3);
  }
  context.stroke();
}

function place(view: View, across: number, down: number): { x: number; y: number } {
  const { x, y } = placeAt(view, across, down);
  return toMapUnits({ X: x, Y: y });
}
