import { type ReadonlySignal, signal } from '@preact/signals';
import type { ThemeName } from '../../ground/colour-table.ts';
import { startRelief } from '../../ground/relief.ts';
import { createSprites } from '../../ground/sprites.ts';
import { assign } from '../../kit/assign.ts';
import { drawAreas } from '../draw/draw-areas.ts';
import { drawGrid } from '../draw/draw-grid.ts';
import { drawImages } from '../draw/draw-image.ts';
import { drawMarks } from '../draw/draw-marks.ts';
import { drawExplored, drawHeat, drawTrails, hatching } from '../draw/draw-past.ts';
import { drawRings } from '../draw/draw-rings.ts';
import { createGround, type Ground } from '../draw/ground.ts';
import { hitTest } from '../draw/hit-test.ts';
import { guildColour, readPalette } from '../draw/palette.ts';
import type { Drawn } from '../draw/placed.ts';
import { type GridIndex, gridIndex } from '../geometry/grid-index.ts';
import { boxOf, type View, viewBetween } from '../geometry/view.ts';
import type { MapState } from '../map-state.ts';
import { distanceText } from '../panel/distance.ts';
import { RANGES } from '../past/replay.ts';
import { trailUntil } from '../past/trail.ts';

/** Draws the state of the map on a canvas, and knows what lies where on it. */
export interface Painter {
  readonly screen: Screen;
  readonly ground: Ground;
  /** Why the ground cannot be drawn; ''. */
  readonly problem: ReadonlySignal<string>;
  /** What is drawn at a point, in CSS pixels. */
  under(across: number, down: number): Drawn | undefined;
  use(theme: ThemeName): void;
  close(): void;
}

/** The farthest that the area of a base reaches beyond its mark, in pixels. */
const AREA_MARGIN_PX = 400;

export function createPainter(canvas: HTMLCanvasElement, state: MapState, theme: ThemeName): Painter {
  const problem = signal('');
  const sprites = createSprites();
  const relief = startRelief();
  let palette = readPalette(document.documentElement, theme);
  let drawn: Drawn[] = [];
  let index: GridIndex<Drawn> | undefined;
  let hatch: CanvasPattern | null | undefined;

  const screen = startScreen(canvas, (context, view, atMs) => {
    context.fillStyle = palette.sea;
    context.fillRect(0, 0, view.width, view.height);
    ground.draw(context, view);
    drawGround(context, view);
    const layers = state.drawn.peek();
    const scene = { layers, emphasized: emphasized(state), warned: state.warned.peek() };
    const done = drawMarks(context, view, scene, palette, sprites, atMs);
    const ruler = state.ruler.peek();
    if (ruler) drawRings(context, view, ruler, palette, (metres) => distanceText(metres * 100));
    drawn = done.drawn;
    index = undefined;
    canvas.dataset.drawn = String(drawn.reduce((sum, { marks }) => sum + marks.length, 0));
    return done.moves;
  });
  const onPainted = () => {
    canvas.dataset.ground = 'painted';
    screen.redraw();
  };
  const ground = createGround(relief, onPainted, (why) => assign(problem, why.message));

  /** What lies below all marks. */
  function drawGround(context: CanvasRenderingContext2D, view: View): void {
    const shown = state.layers.peek();
    const { past, sources } = state;
    if (shown.has('picture')) drawImages(context, view, state.images.peek());
    const explored = sources.explored.peek();
    if (shown.has('explored') && explored) {
      hatch ??= hatching(context, palette);
      drawExplored(context, view, explored, hatch);
    }
    if (shown.has('grid')) drawGrid(context, view, palette);
    if (shown.has('heat')) drawHeat(context, view, past.heat.peek(), past.heatCellCm.peek(), palette);
    const bases = state.drawn.peek().get('bases');
    if (shown.has('areas') && bases) {
      drawAreas(context, view, bases.within(boxOf(view, AREA_MARGIN_PX)), palette);
    }
    const { trails, range } = trailsToDraw(state);
    drawTrails(context, view, trails, range, (uid) => guildColour(palette, guildOf(state, uid)));
  }

  return {
    screen,
    ground,
    problem,
    under(across, down) {
      const view = screen.shown();
      index ??= gridIndex(drawn);
      return view && hitTest(index, view, across, down);
    },
    use(next) {
      palette = readPalette(document.documentElement, next);
      sprites.clear();
      hatch = undefined;
      ground.use(next);
      screen.redraw();
    },
    close() {
      screen.close();
      relief.close();
    },
  };
}

function emphasized({ selected, hovered, followed }: MapState): Set<string> {
  return new Set([selected.peek(), hovered.peek(), `online:${followed.peek()}`]);
}

/** The trails that are shown: in a replay up to its moment, live up to where the players are. */
function trailsToDraw({ past, replay, layers, followed }: MapState) {
  const { fromMs, atMs } = replay.peek() ?? {};
  const trails = past.trails.peek();
  const toMs = atMs ?? Date.now();
  const range = { fromMs: fromMs ?? toMs - RANGES.hour, toMs };
  const everybody = layers.peek().has('trails');
  const shown = everybody ? trails : trails.filter(({ uid }) => uid === followed.peek());
  return { range, trails: atMs === undefined ? shown : shown.map((trail) => trailUntil(trail, atMs)) };
}

function guildOf(state: MapState, uid: string): string | undefined {
  return (state.markOf(`online:${uid}`) ?? state.markOf(`offline:${uid}`))?.guildId;
}

/** How long a change of the zoom takes to be shown, in ms. */
const ZOOM_MS = 160;

/** Draws a frame. @returns whether something in it moves, so that the next one is drawn too. */
type DrawFrame = (context: CanvasRenderingContext2D, view: View, atMs: number) => boolean;

function startScreen(canvas: HTMLCanvasElement, draw: DrawFrame) {
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
    /** Shows this view from now on. `smooth`: on the way from the one that is shown. */
    show(view: View, smooth: boolean): void {
      if (smooth) {
        from = shown;
        startedMs = performance.now();
      } else if (to?.cmPerPixel !== view.cmPerPixel) from = undefined; // a zoom under way goes on while the view is moved
      to = view;
      redraw();
    },
    /** Draws again at the next frame. */
    redraw,
    /** What is shown now, on the way to the view that was asked for. */
    shown: () => shown,
    close: () => cancelAnimationFrame(frame),
  };
}

/** A canvas that is drawn when something has changed, and no more often than the display shows. */
type Screen = ReturnType<typeof startScreen>;

/** Gives the canvas as many pixels as the display has where it is. */
function fitCanvas(canvas: HTMLCanvasElement, { width, height }: View): void {
  const [across, down] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
}
