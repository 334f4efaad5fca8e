import type { WorldPoint } from '../../ground/regions.ts';
import { pixelX, pixelY, type View } from '../geometry/view.ts';
import type { Palette } from './palette.ts';

/** Radii that rings may have, in m. */
const RADII_M = [10, 25, 50, 100, 250, 500, 1000, 2500, 5000] as const;
/** Rings smaller than this are left out, in pixels; three of the others are drawn. */
const LEAST_PX = 48;
const RINGS = 3;

/** Draws rings around a place, each with its distance. */
export function drawRings(
  context: CanvasRenderingContext2D,
  view: View,
  { x, y }: WorldPoint,
  { accent, text, font, surface }: Palette,
  label: (metres: number) => string,
): void {
  const [across, down] = [pixelX(view, y), pixelY(view, x)];
  const radii = RADII_M.filter((metres) => (metres * 100) / view.cmPerPixel >= LEAST_PX).slice(0, RINGS);
  context.strokeStyle = accent;
  context.lineWidth = 1.5;
  context.font = `12px ${font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const metres of radii) {
    const radius = (metres * 100) / view.cmPerPixel;
    context.setLineDash([6, 5]);
    context.beginPath();
    context.arc(across, down, radius, 0, 2 * Math.PI);
    context.stroke();
    context.setLineDash([]);
    context.lineWidth = 3;
    context.strokeStyle = surface;
    context.strokeText(label(metres), across, down - radius);
    context.fillStyle = text;
    context.fillText(label(metres), across, down - radius);
    context.lineWidth = 1.5;
    context.strokeStyle = accent;
  }
  context.beginPath();
  context.arc(across, down, 3, 0, 2 * Math.PI);
  context.fillStyle = accent;
  context.fill();
}
