import type { Sprites } from '../../ground/sprites.ts';
import { type Heap, inCells, inHexagons } from '../crowd.ts';
import type { GridIndex } from '../geometry/grid-index.ts';
import { boxOf, EDGE_PX, pixelX, pixelY, type View } from '../geometry/view.ts';
import { DRAWN_ORDER, type MarkLayerId } from '../layers.ts';
import { keyOf, type Mark } from '../marks/mark.ts';
import { drawDots } from './draw-dots.ts';
import { drawHeaps, HEAP_RADIUS_PX } from './draw-heaps.ts';
import { drawLabels } from './draw-labels.ts';
import { DOTS, lookOf, radiusOf, strengthOf } from './looks.ts';
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
