import { signal } from '@preact/signals';
import { guildColor } from '../../data/guilds.ts';
import { shownTheme } from '../../data/preferences.ts';
import type { ThemeName } from '../../ground/regions.ts';
import { createSprites } from '../../ground/sprites.ts';
import { isInView, pixelOf, scaled, type View, viewBetween } from '../../ground/view.ts';
import { hexagonPath } from '../crowd.ts';
import { drawAreas, drawGrid, drawImages, drawPlans, drawRuler } from '../draw/draw-ground.ts';
import { type DrawnMarks, drawPlayers, drawStillMarks } from '../draw/draw-marks.ts';
import { createGround } from '../draw/ground.ts';
import { circle, type Drawn, hitTest, type Pen, readPalette } from '../draw/pen.ts';
import type { Box } from '../labels.ts';
import type { MapState } from '../map-state.ts';
import { RANGES } from '../past/replay.ts';
import { type HeatHexagon, linesOf, type Trail, trailUntil } from '../past/trail.ts';

/** Draws the state of the map on two canvases, and knows what is where on them. */
export type Painter = ReturnType<typeof createPainter>;

/** Two stacked canvases: ground with fixed marks, and players above it. */
export interface Canvases {
  readonly ground: HTMLCanvasElement;
  readonly players: HTMLCanvasElement;
}

export function createPainter(canvases: Canvases, state: MapState) {
  const problem = signal('');
  const sprites = createSprites();
  let palette = readPalette(shownTheme.peek());
  let still: DrawnMarks = { drawn: [], labels: [], labeled: new Set() };
  let drawn: readonly Drawn[] = [];

  const screen = startScreen(canvases, {
    ground(context, view) {
      const pen: Pen = { context, view, palette };
      context.fillStyle = palette.sea;
      context.fillRect(0, 0, view.width, view.height);
      ground.draw(pen);
      drawGround(pen);
      const planned = new Set(state.plans.peek().map(({ base }) => base.id));
      const regions = state.sources.regions.peek();
      const options = { sprites, planned, regions, taken: roomTaken(canvases.ground) };
      still = drawStillMarks(pen, state.still.peek(), options);
      canvases.ground.dataset.plans = String(planned.size);
    },
    players(context, view, atMs) {
      const pen: Pen = { context, view, palette };
      context.clearRect(0, 0, view.width, view.height);
      if (state.replay.peek()) drawPast(pen);
      const { selected, hovered, followed, ruler: rulerAt } = state;
      const emphasized = new Set([selected.peek(), hovered.peek(), `online:${followed.peek()}`]);
      const done = drawPlayers(pen, { still, layers: state.people.peek(), emphasized }, atMs);
      const ruler = rulerAt.peek();
      if (ruler) drawRuler(pen, ruler);
      drawn = done.drawn;
      canvases.players.dataset.drawn = String(drawn.reduce((sum, { marks }) => sum + marks.length, 0));
      return done.moves;
    },
  });
  const onPainted = () => {
    canvases.ground.dataset.ground = 'painted';
    screen.redraw();
  };
  const ground = createGround(onPainted, (why) => (problem.value = why.message));

  function drawGround(pen: Pen): void {
    const layers = state.layers.peek();
    const { past, sources } = state;
    if (layers.has('picture')) drawImages(pen, sources.pictures.images.peek());
    if (layers.has('grid')) drawGrid(pen);
    if (layers.has('heat')) drawHeat(pen, past.heat.peek(), past.heatCellCm.peek());
    if (layers.has('areas')) drawAreas(pen, state.still.peek().get('bases') ?? []);
    drawPlans(pen, state.plans.peek());
    if (!state.replay.peek()) drawPast(pen);
  }

  function drawPast(pen: Pen): void {
    const { trails, range } = trailsToDraw(state);
    drawTrails(pen, trails, range, (uid) =>
      guildColor(state.playerOf(uid)?.guildId, palette.theme === 'dark'),
    );
  }

  return {
    screen,
    ground,
    /** Why the ground cannot be drawn; ''. */
    problem,
    /** The mark drawn at a point, in CSS pixels. */
    under(across: number, down: number): Drawn | undefined {
      const view = screen.shown();
      return view && hitTest(drawn, view, across, down);
    },
    use(next: ThemeName): void {
      palette = readPalette(next);
      sprites.clear();
      ground.use(next);
      screen.redraw();
    },
  };
}

/** Room that panels over the map take, in pixels of the canvas: no label is drawn below them. */
function roomTaken(canvas: HTMLCanvasElement): Box[] {
  const { x, y } = canvas.getBoundingClientRect();
  const panels = canvas.parentElement?.parentElement?.querySelectorAll('[data-over-map]') ?? [];
  return Array.from(panels, (panel) => {
    const { left, right, top, bottom } = panel.getBoundingClientRect();
    return { left: left - x, right: right - x, top: top - y, bottom: bottom - y };
  });
}

/** The trails that are shown: in a replay up to its moment, live up to where the players are. */
function trailsToDraw({ past, replay, layers, followed }: MapState) {
  const { fromMs, atMs } = replay.peek() ?? {};
  const trails = past.trails.peek();
  const toMs = atMs ?? Date.now();
  const range = { fromMs: fromMs ?? toMs - RANGES.hour, toMs };
  const everybody = layers.peek().has('trails');
  const visible = everybody ? trails : trails.filter(({ uid }) => uid === followed.peek());
  return { range, trails: atMs === undefined ? visible : visible.map((trail) => trailUntil(trail, atMs)) };
}

/** How long a change of the zoom takes to be shown, in ms. */
const ZOOM_MS = 160;

interface Frames {
  ground(context: CanvasRenderingContext2D, view: View): void;
  /** @returns whether something moves, so that the next frame is drawn too. */
  players(context: CanvasRenderingContext2D, view: View, atMs: number): boolean;
}

/** Players are drawn this often while only they move: 12 times a second. */
const MOVE_MS = 1000 / 12;

/** Two canvases that are drawn when something has changed, and no more often than the display shows. */
function startScreen(canvases: Canvases, frames: Frames) {
  const ground = canvases.ground.getContext('2d', { alpha: false });
  const players = canvases.players.getContext('2d');
  let [from, to]: [View | undefined, View | undefined] = [undefined, undefined];
  let startedMs = 0;
  let current: View | undefined;
  let [frame, timer, drawnMs] = [0, 0, 0];
  let isStale = true;

  function viewAt(atMs: number): View | undefined {
    const part = Math.min(1, Math.max(0, (atMs - startedMs) / ZOOM_MS));
    if (part === 1) from = undefined;
    return from && to ? viewBetween(from, to, 1 - (1 - part) ** 3) : to;
  }

  function tick(atMs: number): void {
    frame = 0;
    const before = current;
    current = viewAt(atMs);
    if (current === undefined || ground === null || players === null) return;
    if (isStale || current !== before) frames.ground(scaled(ground, current), current);
    isStale = false;
    drawnMs = atMs;
    const moves = frames.players(scaled(players, current), current, atMs);
    if (from !== undefined) next();
    else if (moves) movePlayers();
  }

  function next(): void {
    clearTimeout(timer);
    timer = 0;
    if (frame === 0) frame = requestAnimationFrame(tick);
  }

  function movePlayers(): void {
    if (frame !== 0 || timer !== 0) return;
    timer = window.setTimeout(next, Math.max(0, drawnMs + MOVE_MS - performance.now()));
  }

  return {
    /** Shows this view from now on. `smooth`: on the way from the one that is shown. */
    show(view: View, smooth: boolean): void {
      if (smooth) {
        from = current;
        startedMs = performance.now();
      } else if (to?.cmPerPixel !== view.cmPerPixel) from = undefined; // a zoom in progress continues while the view is moved
      to = view;
      next();
    },
    redraw(): void {
      isStale = true;
      next();
    },
    /** Draws the players again: at once, or with the next of their moves. */
    drawPlayers: next,
    movePlayers,
    shown: () => current,
    close() {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    },
  };
}

/** Parts of a trail that are drawn each in one strength: the older, the fainter. */
const AGES = 6;

/** Draws trails: a line for each player, and a knot where they stayed. */
function drawTrails(
  pen: Pen,
  trails: readonly Trail[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  colorOf: (uid: string) => string,
): void {
  const { context, view } = pen;
  const ageOf = (atMs: number) =>
    Math.max(0, Math.min(AGES - 1, Math.floor(((atMs - fromMs) / (toMs - fromMs)) * AGES)));
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.lineWidth = 2;
  for (const trail of trails) {
    const { lines, rests } = linesOf(trail);
    const paths = Array.from({ length: AGES }, () => new Path2D());
    for (const { from, to } of lines) {
      const path = paths[ageOf(to.atMs)];
      path?.moveTo(...pixelOf(view, from));
      path?.lineTo(...pixelOf(view, to));
    }
    const color = colorOf(trail.uid);
    context.strokeStyle = color;
    context.fillStyle = color;
    for (const [age, path] of paths.entries()) {
      context.globalAlpha = 0.2 + (0.7 * (age + 1)) / AGES;
      context.stroke(path);
    }
    for (const rest of rests) {
      if (!isInView(view, rest, 20)) continue;
      const minutes = (rest.toMs - rest.fromMs) / 60_000;
      context.globalAlpha = 0.2 + (0.5 * (ageOf(rest.toMs) + 1)) / AGES;
      circle(pen, rest, Math.min(9, 2.5 + Math.sqrt(minutes)));
      context.fill();
    }
  }
  context.globalAlpha = 1;
}

/** Draws the heat: the warmer a hexagon, the stronger its color. */
function drawHeat({ context, view, palette }: Pen, hexagons: readonly HeatHexagon[], cellCm: number): void {
  const radius = Math.max(1.5, cellCm / Math.sqrt(3) / view.cmPerPixel);
  for (const hexagon of hexagons) {
    if (!isInView(view, hexagon, radius)) continue;
    const { warmth } = hexagon;
    const light = palette.theme === 'dark' ? 0.5 + 0.35 * warmth : 0.75 - 0.25 * warmth;
    context.fillStyle = `oklch(${light} 0.19 ${85 - 60 * warmth} / ${0.3 + 0.55 * warmth})`;
    hexagonPath(context, pixelOf(view, hexagon), radius);
    context.fill();
  }
}
