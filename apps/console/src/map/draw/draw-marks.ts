import { formatNumber } from '../../data/format.ts';
import { isInBox } from '../../ground/regions.ts';
import type { Sprites } from '../../ground/sprites.ts';
import { visibleText } from '../../views/visible-text.ts';
import { HEXAGON_PX, type Heap, hexagonPath, inCells, inHexagons } from '../crowd.ts';
import { boxOf, EDGE_PX, isInView, pixelOf, type View, zoomOf } from '../geometry/view.ts';
import { type Box, type Label, boxOf as labelBox, placeLabels } from '../labels.ts';
import { DRAWN_ORDER, type MarkLayerId } from '../layers.ts';
import { keyOf, type Mark, type NamedPlace } from '../marks/mark.ts';
import {
  circle,
  DOTS,
  type Drawn,
  inkOf,
  isMoving,
  LOOKS,
  lookOf,
  type Pen,
  placeOf,
  radiusOf,
  rimmedText,
  strengthOf,
} from './pen.ts';

/** The drawn marks, the topmost last, and the boxes of their labels. */
export interface DrawnMarks {
  readonly drawn: readonly Drawn[];
  /** With the room that no label may take, such as that of panels. */
  readonly labels: readonly Box[];
  /** Keys of the marks that have a label. */
  readonly labeled: ReadonlySet<string>;
}

/** The marks of each layer that is shown and that the search lets through. */
type Layers = ReadonlyMap<MarkLayerId, readonly Mark[]>;

interface StillOptions {
  readonly sprites: Sprites;
  /** Room that panels take. */
  readonly taken: readonly Box[];
  /** Ids of the bases whose plan is drawn: they need no glyph, and answer in all of their area. */
  readonly planned: ReadonlySet<string>;
  /** Names of parts of the world. */
  readonly regions: readonly NamedPlace[];
}

/** Draws the marks in view that stand still, with their names and those of the regions. */
export function drawStillMarks(
  pen: Pen,
  layers: Layers,
  { sprites, taken, planned, regions }: StillOptions,
): DrawnMarks {
  const { view } = pen;
  const drawn: Drawn[] = [];
  const singles: Mark[] = [];
  const box = boxOf(view, EDGE_PX);
  for (const layer of DRAWN_ORDER) {
    const inView = (layers.get(layer) ?? []).filter((mark) => isInBox(box, mark));
    const areas = inView
      .filter(({ id }) => planned.has(id))
      .map((base) => ({ ...base, radius: (base.areaCm ?? 0) / view.cmPerPixel }));
    const marks = inView.filter(({ id }) => !planned.has(id));
    const apart = layer === 'plans' || layer === 'holders';
    const { single, heaps } = apart ? { single: marks, heaps: [] } : inCells(marks, view.cmPerPixel);
    if (layer === 'holders') drawPins(pen, single);
    else if (layer !== 'plans') drawSprites(pen, single, sprites);
    singles.push(...areas);
    drawn.push(...areas.map((base) => ({ x: base.x, y: base.y, marks: [base], radiusPx: base.radius })));
    for (const heap of heaps) drawHeap(pen, heap);
    singles.push(...single);
    drawn.push(
      ...single.map((mark) => ({ x: mark.x, y: mark.y, marks: [mark], radiusPx: radiusOf(mark) })),
      ...heaps.map(({ items, x, y }) => ({ x, y, marks: items, radiusPx: HEAP_RADIUS_PX })),
    );
  }
  const cores = coreOf(view, singles);
  const placed = drawLabels(pen, labelsOf(pen, singles), [...taken, ...cores]);
  const labels = [...taken, ...placed.map(labelBox)];
  drawRegions(pen, regions, [...labels, ...cores]);
  return {
    drawn,
    labels,
    labeled: new Set(placed.map(({ key }) => key)),
  };
}

interface Players {
  /** The marks drawn below the players. */
  readonly still: DrawnMarks;
  readonly layers: Layers;
  /** Keys of marks that stand out: chosen, under the pointer, followed. */
  readonly emphasized: ReadonlySet<string>;
}

/** Limit of animated players in view; more of them jump from one position to the next. */
const MAX_MOVING = 500;

/** Draws the players in view, and what stands out. @returns all that is drawn, and whether a player still moves. */
export function drawPlayers(pen: Pen, { still, layers, emphasized }: Players, nowMs: number) {
  const { view } = pen;
  const drawn = [...still.drawn];
  const box = boxOf(view, EDGE_PX);
  const inView = [...layers.values()].map((marks) => marks.filter((mark) => isInBox(box, mark)));
  const moving = inView.reduce((sum, { length }) => sum + length, 0) < MAX_MOVING;
  const atMs = moving ? nowMs : Number.POSITIVE_INFINITY;
  const singles: Mark[] = [];
  for (const marks of inView) {
    const { single, heaps } = inHexagons(marks, view.cmPerPixel);
    drawDots(pen, single, atMs);
    for (const heap of heaps) drawHeap(pen, heap);
    singles.push(...single);
    drawn.push(
      ...single.map((mark) => ({ ...placeOf(mark, atMs), marks: [mark], radiusPx: radiusOf(mark) })),
      ...heaps.map(({ items, x, y }) => ({ x, y, marks: items, radiusPx: HEAP_RADIUS_PX })),
    );
  }
  drawRings(pen, drawn, emphasized);
  const outstanding = drawn.flatMap(({ marks: [mark, ...more] }) =>
    mark && more.length === 0 && emphasized.has(keyOf(mark)) && !still.labeled.has(keyOf(mark)) ? [mark] : [],
  );
  const at = (mark: Mark) => ({ ...mark, ...placeOf(mark, atMs) });
  const placed = singles.map(at);
  const others = placed.filter((mark) => !emphasized.has(keyOf(mark)));
  const labels = [...labelsOf(pen, outstanding.map(at), true), ...labelsOf(pen, others)];
  drawLabels(pen, labels, [...still.labels, ...coreOf(view, placed)]);
  return { drawn, moves: moving && singles.some((mark) => isMoving(mark, nowMs)) };
}

/** Zoom from which region names are hidden, because the marks suffice. */
const REGIONS_TO_ZOOM = 5;

/** Draws the names of regions where there is room. */
function drawRegions(pen: Pen, regions: readonly NamedPlace[], taken: readonly Box[]): void {
  const { context, view, palette } = pen;
  if (zoomOf(view) >= REGIONS_TO_ZOOM) return;
  context.font = `500 11px ${palette.font}`;
  context.letterSpacing = '1px';
  const labels = regions
    .filter((region) => isInView(view, region))
    .map((region) => {
      const text = region.name.toUpperCase();
      const [across, down] = pixelOf(view, region);
      const width = context.measureText(text).width;
      return { text, across, down, width, gap: -width / 2 };
    });
  for (const { text, left, middle } of placeLabels(labels, taken)) rimmedText(pen, text, left, middle);
  context.letterSpacing = '0px';
}

/** Smaller pins have their number beside the name. */
const MIN_NUMBER_PX = 18;

/** Draws the holders of an item: the more they hold, the larger. */
function drawPins(pen: Pen, marks: readonly Mark[]): void {
  const { context, view, palette } = pen;
  context.font = `600 12px ${palette.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const mark of marks) {
    const ink = inkOf(mark, palette);
    circle(pen, mark, radiusOf(mark));
    context.fillStyle = ink;
    context.globalAlpha = 0.55;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = ink;
    context.lineWidth = 2;
    context.stroke();
    if (radiusOf(mark) >= MIN_NUMBER_PX) {
      rimmedText(pen, formatNumber(mark.count ?? 0), ...pixelOf(view, mark));
    }
  }
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
  ['holders', 0],
  ['bases', 0],
  ['towers', 0],
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

/** Draws names beside marks where there is room. */
function drawLabels<T extends Label>(pen: Pen, labels: Iterable<T>, taken: readonly Box[]) {
  const { context, palette } = pen;
  context.font = `600 12px ${palette.font}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const placed = placeLabels(labels, taken);
  for (const { text, left, middle } of placed) rimmedText(pen, text, left, middle);
  return placed;
}

/** More marks than this hide each other anyway. */
const MAX_AVOIDED = 400;

/** The middle of each mark, which no label covers. */
function coreOf(view: View, marks: readonly Mark[]): Box[] {
  if (marks.length > MAX_AVOIDED) return [];
  return marks.map((mark) => {
    const [across, down] = pixelOf(view, mark);
    const core = (mark.layer === 'bases' ? LOOKS.bases.radius : radiusOf(mark)) - 2; // players are named in a base
    return { left: across - core, right: across + core, top: down - core, bottom: down + core };
  });
}

/** The names of marks, the most important layer first. @param atAnyZoom names those too that have none at this zoom */
function* labelsOf({ context, view, palette }: Pen, marks: readonly Mark[], atAnyZoom = false) {
  const zoom = zoomOf(view);
  context.font = `600 12px ${palette.font}`;
  const byLayer = Map.groupBy(marks, ({ layer }) => layer);
  for (const [layer, from] of NAMED_FROM) {
    if (zoom < from && !atAnyZoom) continue;
    for (const mark of byLayer.get(layer) ?? []) {
      const name = visibleText(mark.name || mark.note, CHARS);
      if (name === '') continue;
      const hasNumber = mark.count !== undefined && radiusOf(mark) < MIN_NUMBER_PX;
      const text = hasNumber ? `${name} · ${formatNumber(mark.count ?? 0)}` : name;
      const [across, down] = pixelOf(view, mark);
      const width = context.measureText(text).width;
      yield { key: keyOf(mark), text, across, down, width, gap: radiusOf(mark) + 4 };
    }
  }
}
