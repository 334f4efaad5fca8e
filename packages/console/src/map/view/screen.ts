import { type View, viewBetween } from '../geometry/view.ts';

/** How long a change of the zoom takes to be shown, in ms. */
const ZOOM_MS = 160;

/** Draws a frame. @returns whether something in it moves, so that the next one is drawn too. */
export type DrawFrame = (context: CanvasRenderingContext2D, view: View, atMs: number) => boolean;

/** A canvas that is drawn when something has changed, and no more often than the display shows. */
export interface Screen {
  /** Shows this view from now on. `smooth`: on the way from the one that is shown. */
  show(view: View, smooth: boolean): void;
  /** Draws again at the next frame. */
  redraw(): void;
  /** What is shown now, on the way to the view that was asked for. */
  shown(): View | undefined;
  close(): void;
}

export function startScreen(canvas: HTMLCanvasElement, draw: DrawFrame): Screen {
  const context = canvas.getContext('2d', { alpha: false });
  let [from, to]: [View | undefined, View | undefined] = [undefined, undefined];
  let startedMs = 0;
  let shown: View | undefined;
  let frame = 0;

  function viewAt(atMs: number): View | undefined {
    if (from === undefined || to === undefined) return to;
    const part = Math.min(1, Math.max(0, (atMs - startedMs) / ZOOM_MS));
    if (part === 1) from = undefined;
    return part === 1 || from === undefined ? to : viewBetween(from, to, 1 - (1 - part) ** 3);
  }

  function tick(atMs: number): void {
    frame = 0;
    shown = viewAt(atMs);
    if (shown === undefined || context === null) return;
    fitCanvas(canvas, shown);
    const scale = devicePixelRatio;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const moves = draw(context, shown, atMs);
    if (moves || from !== undefined) redraw();
  }

  function redraw(): void {
    if (frame === 0) frame = requestAnimationFrame(tick);
  }

  return {
    show(view, smooth) {
      if (smooth) {
        from = shown;
        startedMs = performance.now();
      } else if (to?.cmPerPixel !== view.cmPerPixel) from = undefined; // a zoom under way goes on while the view is moved
      to = view;
      redraw();
    },
    redraw,
    shown: () => shown,
    close: () => cancelAnimationFrame(frame),
  };
}

/** Gives the canvas as many pixels as the display has where it is. */
function fitCanvas(canvas: HTMLCanvasElement, { width, height }: View): void {
  const [across, down] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
}
