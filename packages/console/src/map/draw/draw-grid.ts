import { CM_PER_MAP_UNIT, fromMapUnits, type MapPoint, toMapUnits } from '../../data/map-units.ts';
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
  const unitPx = CM_PER_MAP_UNIT / view.cmPerPixel;
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
  for (let mapX = Math.ceil(first.mapX / step) * step; mapX <= last.mapX; mapX += step) {
    const across = Math.round(pixelX(view, fromMapUnits({ mapX, mapY: 0 }).y)) + 0.5;
    context.moveTo(across, 0);
    context.lineTo(across, view.height);
    context.fillText(String(mapX), across + 4, view.height - 4);
  }
  for (let mapY = Math.ceil(first.mapY / step) * step; mapY <= last.mapY; mapY += step) {
    const down = Math.round(pixelY(view, fromMapUnits({ mapX: 0, mapY }).x)) + 0.5;
    context.moveTo(0, down);
    context.lineTo(view.width, down);
    context.fillText(String(mapY), 6, down - 3);
  }
  context.stroke();
}

function place(view: View, across: number, down: number): MapPoint {
  return toMapUnits(placeAt(view, across, down));
}
