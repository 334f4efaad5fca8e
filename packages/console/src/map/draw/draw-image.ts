import { pixelX, pixelY, type View } from '../geometry/view.ts';
import type { GroundImage } from '../marks/read-pictures.ts';

/** Draws the operator's pictures where they lie, over the relief. */
export function drawImages(
  context: CanvasRenderingContext2D,
  view: View,
  images: readonly GroundImage[],
): void {
  for (const { image, box, opacity } of images) {
    const [left, right] = [pixelX(view, box.minY), pixelX(view, box.maxY)];
    const [top, bottom] = [pixelY(view, box.maxX), pixelY(view, box.minX)];
    context.globalAlpha = opacity;
    context.drawImage(image, left, top, right - left, bottom - top);
  }
  context.globalAlpha = 1;
}
