import { pixelX, pixelY, type View } from '../geometry/view.ts';
import type { Mark } from '../marks/mark.ts';
import { guildColour, type Palette } from './palette.ts';

/** Smaller than this, an area is hidden by its mark. */
const LEAST_PX = 5;

/** Draws the areas of bases in the colours of their guilds. */
export function drawAreas(
  context: CanvasRenderingContext2D,
  view: View,
  bases: readonly Mark[],
  palette: Palette,
): void {
  context.lineWidth = 1.25;
  for (const { x, y, areaCm = 0, guildId } of bases) {
    const radius = areaCm / view.cmPerPixel;
    if (radius < LEAST_PX) continue;
    context.beginPath();
    context.arc(pixelX(view, y), pixelY(view, x), radius, 0, 2 * Math.PI);
    const colour = guildColour(palette, guildId);
    context.globalAlpha = 0.22;
    context.fillStyle = colour;
    context.fill();
    context.globalAlpha = 0.8;
    context.strokeStyle = colour;
    context.stroke();
  }
  context.globalAlpha = 1;
}
