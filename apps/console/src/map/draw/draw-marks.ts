import { isInBox, type WorldPoint } from '../../ground/regions.ts';
import type { Sprites } from '../../ground/sprites.ts';
import { visibleText } from '../../views/visible-text.ts';
import { HEXAGON_PX, type Heap, hexagonPath, inCells, inHexagons } from '../crowd.ts';
import { boxOf, EDGE_PX, pixelOf, type View, zoomOf } from '../geometry/view.ts';
import { type Box, type Label, placeLabels } from '../labels.ts';
import { DRAWN_ORDER, type MarkLayerId } from '../layers.ts';
import { keyOf, type Mark } from '../marks/mark.ts';
import {
  circle,
  DOTS,
  type Drawn,
  inkOf,
  isMoving,
  lookOf,
  type Pen,
  placeOf,
  radiusOf,
  rimmedText,
  strengthOf,
} from './pen.ts';

interface Scene {
  /** The marks of each layer that is shown and that the search lets through. */
  readonly layers: ReadonlyMap<MarkLayerId, readonly Mark[]>;
  /** Keys of marks that stand out: chosen, under the pointer, followed. */
  readonly emphasized: ReadonlySet<string>;
}

/** More marks in view than this stand still between two looks at the world. */
const MAX_MOVING = 500;

/** Draws all marks in view. @returns what was drawn, the topmost last, and whether a mark still moves. */
export function drawMarks(pen: Pen, { layers, emphasized }: Scene, sprites: Sprites, nowMs: number) {
  const { view } = pen;
  const drawn: Drawn[] = [];
  const singles: Mark[] = [];
  const box = boxOf(view, EDGE_PX);
  const inView = DRAWN_ORDER.map((layer) => ({
    layer,
    marks: (layers.get(layer) ?? []).filter((mark) => isInBox(box, mark)),
  }));
  const count = inView.reduce((sum, { marks }) => sum + marks.length, 0);
  const moving = count < MAX_MOVING;
  const atMs = moving ? nowMs : Number.POSITIVE_INFINITY;
  for (const { layer, marks } of inView) {
    const dots = DOTS.has(layer);
    const { single, heaps } = dots ? inHexagons(marks, view.cmPerPixel) : inCells(marks, view.cmPerPixel);
    if (dots) drawDots(pen, single, atMs);
    else drawSprites(pen, single, sprites);
    for (const heap of heaps) drawHeap(pen, heap);
    singles.push(...single);
    drawn.push(
      ...single.map((mark) => ({ ...placeOf(mark, atMs), marks: [mark], radiusPx: radiusOf(mark) })),
      ...heaps.map(({ items, x, y }) => ({ x, y, marks: items, radiusPx: HEAP_RADIUS_PX })),
    );
  }
  drawRings(pen, drawn, emphasized);
  const placed = singles.map((mark) => ({ mark, ...placeOf(mark, atMs) }));
  drawLabels(pen, placed, emphasized);
  return { drawn, moves: moving && singles.some((mark) => isMoving(mark, nowMs)) };
}

function drawSprites({ context, view, palette }: Pen, marks: readonly Mark[], sprites: Sprites): void {
  for (const mark of marks) {
    context.globalAlpha = strengthOf(mark);
    sprites.draw(context, lookOf(mark, palette), ...pixelOf(view, mark));
  }
  context.globalAlpha = 1;
}

function drawRings(pen: Pen, drawn: readonly Drawn[], keys: ReadonlySet<string>): void {
  const { context, palette } = pen;
  context.lineWidth = 2.5;
  context.strokeStyle = palette.accent;
  for (const group of drawn) {
    if (!group.marks.some((mark) => keys.has(keyOf(mark)))) continue;
    circle(pen, group, group.radiusPx + 4);
    context.stroke();
  }
}

/** Radius of a heap that is a disc, in pixels. */
const HEAP_RADIUS_PX = 11;

/** Draws what was put together: a hexagon of players, a disc of the rest, with its number. */
function drawHeap(pen: Pen, heap: Heap<Mark>): void {
  const { context, view, palette } = pen;
  const { items } = heap;
  const [first] = items;
  if (first === undefined) return;
  const [across, down] = pixelOf(view, heap);
  const inks = new Set(items.map((mark) => inkOf(mark, palette)));
  const ink = inks.size === 1 ? inkOf(first, palette) : palette.neutral;
  if (DOTS.has(first.layer)) hexagonPath(context, [across, down], HEXAGON_PX);
  else circle(pen, heap, HEAP_RADIUS_PX);
  const filled = first.layer === 'online' || first.layer === 'bases';
  context.fillStyle = filled ? ink : palette.surface;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = filled ? palette.surface : ink;
  context.stroke();
  context.fillStyle = filled ? palette.surface : palette.text;
  context.font = `620 ${items.length > 999 ? 9 : 11}px ${palette.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(String(items.length), across, down + 0.5);
}

/** Draws players: dots in the color of their guild, hollow for those who are offline, with a tick where they go. */
function drawDots(pen: Pen, marks: readonly Mark[], atMs: number): void {
  const { context, palette } = pen;
  for (const mark of marks) {
    const online = mark.layer === 'online';
    const ink = inkOf(mark, palette);
    circle(pen, placeOf(mark, atMs), radiusOf(mark));
    context.lineWidth = online ? 3 : 1.75;
    context.strokeStyle = online ? palette.surface : ink;
    context.fillStyle = online ? ink : palette.surface;
    if (online) context.stroke();
    context.fill();
    if (!online) context.stroke();
  }
  drawHeadings(pen, marks, atMs);
}

/** A short line in front of players who move. */
function drawHeadings({ context, view, palette }: Pen, marks: readonly Mark[], atMs: number): void {
  context.lineWidth = 2;
  context.strokeStyle = palette.text;
  context.beginPath();
  for (const mark of marks) {
    if (mark.was === undefined || !isMoving(mark, atMs)) continue;
    const angle = Math.atan2(mark.y - mark.was.y, mark.x - mark.was.x); // clockwise from north
    const [across, down] = pixelOf(view, placeOf(mark, atMs));
    context.moveTo(across + Math.sin(angle) * 6, down - Math.cos(angle) * 6);
    context.lineTo(across + Math.sin(angle) * 11, down - Math.cos(angle) * 11);
  }
  context.stroke();
}

/** From which zoom on the marks of a layer have their names; the first layers have the first choice of room. */
const NAMED_FROM: readonly (readonly [MarkLayerId, number])[] = [
  ['online', 4],
  ['bases', 0],
  ['towers', 2],
  ['offline', 5],
  ['fastTravel', 4],
  ['bosses', 5],
  ['summoned', 5],
  ['mapUnlocks', 5],
  ['dungeons', 7],
  ['relics', 7],
];
/** Characters of a name on the map. */
const CHARS = 28;

interface Named extends WorldPoint {
  readonly mark: Mark;
}

/** Draws names beside marks where there is room; those of `first` before all others, at any zoom. */
function drawLabels(pen: Pen, marks: readonly Named[], first: ReadonlySet<string>): void {
  const { context, view, palette } = pen;
  context.font = `600 12px ${palette.font}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const { text, left, middle } of placeLabels(labelsOf(pen, marks, first), coreOf(view, marks))) {
    rimmedText(pen, text, left, middle);
  }
}

/** More marks than this hide each other anyway. */
const MAX_AVOIDED = 400;

/** The middle of each mark, which no label covers. */
function coreOf(view: View, marks: readonly Named[]): Box[] {
  if (marks.length > MAX_AVOIDED) return [];
  return marks.map((label) => {
    const [across, down] = pixelOf(view, label);
    const core = radiusOf(label.mark) - 2;
    return { left: across - core, right: across + core, top: down - core, bottom: down + core };
  });
}

function* labelsOf(
  { context, view }: Pen,
  marks: readonly Named[],
  first: ReadonlySet<string>,
): Generator<Label> {
  const zoom = zoomOf(view);
  const labeled = marks.filter(({ mark }) => mark.name !== '' || mark.note !== '');
  const chosen = labeled.filter(({ mark }) => first.has(keyOf(mark)));
  const others = labeled.filter(({ mark }) => !first.has(keyOf(mark)));
  const byLayer = Map.groupBy(others, ({ mark }) => mark.layer);
  const rest = NAMED_FROM.filter(([, from]) => zoom >= from).flatMap(([layer]) => byLayer.get(layer) ?? []);
  for (const { mark, ...place } of [...chosen, ...rest]) {
    const text = visibleText(mark.name || mark.note, CHARS);
    const [across, down] = pixelOf(view, place);
    yield { text, across, down, width: context.measureText(text).width, gap: radiusOf(mark) + 4 };
  }
}
