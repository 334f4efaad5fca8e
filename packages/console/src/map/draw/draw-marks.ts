import type { Sprites } from '../../ground/sprites.ts';
import { HEXAGON_PX, type Heap, inCells, inHexagons } from '../crowd.ts';
import type { GridIndex } from '../geometry/grid-index.ts';
import { hexagonCorners } from '../geometry/hexagons.ts';
import { boxOf, EDGE_PX, pixelX, pixelY, type View } from '../geometry/view.ts';
import { DRAWN_ORDER, type MarkLayerId } from '../layers.ts';
import { keyOf, type Mark } from '../marks/mark.ts';
import { drawLabels } from './draw-labels.ts';
import { DOTS, inkOf, lookOf, radiusOf, strengthOf } from './looks.ts';
import type { Palette } from './palette.ts';
import { type Drawn, isMoving, placeOf } from './placed.ts';

/** What there is to draw. */
export interface Scene {
  /** The marks of each layer that is shown and that the search lets through. */
  readonly layers: ReadonlyMap<MarkLayerId, GridIndex<Mark>>;
  /** Keys of marks that stand out: chosen, under the pointer, followed. */
  readonly emphasized: ReadonlySet<string>;
  /** Keys of marks that something is wrong with. */
  readonly warned: ReadonlySet<string>;
}

/** More marks in view than this stand still between two looks at the world. */
const MOST_MOVING = 500;

/** Draws all marks in view. @returns what was drawn, the topmost last, and whether something is under way. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  view: View,
  { layers, emphasized, warned }: Scene,
  palette: Palette,
  sprites: Sprites,
  nowMs: number,
): { drawn: Drawn[]; moves: boolean } {
  const drawn: Drawn[] = [];
  const singles: Mark[] = [];
  const box = boxOf(view, EDGE_PX);
  const inView = DRAWN_ORDER.map((layer) => ({ layer, marks: layers.get(layer)?.within(box) ?? [] }));
  const count = inView.reduce((sum, { marks }) => sum + marks.length, 0);
  const moving = count < MOST_MOVING;
  const atMs = moving ? nowMs : Number.POSITIVE_INFINITY;
  for (const { layer, marks } of inView) {
    const dots = DOTS.has(layer);
    const { single, heaps } = dots ? inHexagons(marks, view.cmPerPixel) : inCells(marks, view.cmPerPixel);
    if (dots) drawDots(context, view, single, palette, atMs);
    else drawSprites(context, view, single, palette, sprites);
    drawHeaps(context, view, heaps, palette);
    singles.push(...single);
    drawn.push(
      ...single.map((mark) => ({ ...placeOf(mark, atMs), marks: [mark], radiusPx: radiusOf(mark) })),
    );
    drawn.push(...heaps.map(drawnHeap));
  }
  drawRings(context, view, drawn, warned, palette.warn);
  drawRings(context, view, drawn, emphasized, palette.accent);
  const named = singles.map((mark) => ({ mark, ...placeOf(mark, atMs) }));
  drawLabels(context, view, named, emphasized, palette);
  return { drawn, moves: moving && singles.some((mark) => isMoving(mark, nowMs)) };
}

function drawnHeap({ items, x, y }: Heap<Mark>): Drawn {
  return { x, y, marks: items, radiusPx: HEAP_RADIUS_PX };
}

function drawSprites(
  context: CanvasRenderingContext2D,
  view: View,
  marks: readonly Mark[],
  palette: Palette,
  sprites: Sprites,
): void {
  for (const mark of marks) {
    context.globalAlpha = strengthOf(mark);
    sprites.draw(context, lookOf(mark, palette), pixelX(view, mark.y), pixelY(view, mark.x));
  }
  context.globalAlpha = 1;
}

/** A ring around the marks of these keys. */
function drawRings(
  context: CanvasRenderingContext2D,
  view: View,
  drawn: readonly Drawn[],
  keys: ReadonlySet<string>,
  colour: string,
): void {
  if (keys.size === 0) return;
  context.lineWidth = 2.5;
  context.strokeStyle = colour;
  for (const { marks, x, y, radiusPx } of drawn) {
    if (!marks.some((mark) => keys.has(keyOf(mark)))) continue;
    context.beginPath();
    context.arc(pixelX(view, y), pixelY(view, x), radiusPx + 4, 0, 2 * Math.PI);
    context.stroke();
  }
}

/** Radius of a heap that is no hexagon, in pixels. */
const HEAP_RADIUS_PX = 11;

/** Draws what was put together: hexagons of players, discs of the rest, each with its number. */
function drawHeaps(
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

/** Draws players: dots in the colour of their guild, hollow for those who are offline, with a tick where they go. */
function drawDots(
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
