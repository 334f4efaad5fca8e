import { words } from '@palatine/contract/words';
import { formatNumber } from '../../data/format.ts';
import { isInBox } from '../../ground/regions.ts';
import type { Sprites } from '../../ground/sprites.ts';
import { boxOf, EDGE_PX, isInView, pixelOf, type View, zoomOf } from '../../ground/view.ts';
import { visibleText } from '../../views/visible-text.ts';
import { type Crowd, HEXAGON_PX, type Heap, hexagonPath, inCells, inHexagons } from '../crowd.ts';
import { type Box, type Label, placeLabels } from '../labels.ts';
import { DRAWN_ORDER, type MarkLayerId } from '../layers.ts';
import { keyOf, type Mark, type NamedPlace } from '../marks/mark.ts';
import {
  circle,
  type Drawn,
  inkOf,
  isMoving,
  LOOKS,
  type Pen,
  placeOf,
  radiusOf,
  rimmedText,
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
  const { cmPerPixel } = pen.view;
  const box = boxOf(pen.view, EDGE_PX);
  const drawn = DRAWN_ORDER.flatMap((layer) => {
    const inView = (layers.get(layer) ?? []).filter((mark) => isInBox(box, mark));
    const areas = inView
      .filter(({ id }) => planned.has(id))
      .map((base) => ({ ...base, radius: (base.areaCm ?? 0) / cmPerPixel }));
    const marks = inView.filter(({ id }) => !planned.has(id));
    const apart = layer === 'plans' || layer === 'holders';
    const { single, heaps } = apart ? { single: marks, heaps: [] } : inCells(marks, cmPerPixel);
    if (layer === 'holders') drawPins(pen, single);
    else if (layer !== 'plans') drawSprites(pen, single, sprites);
    return drawHeaps(pen, { single: [...areas, ...single], heaps });
  });
  const singles = singlesOf(drawn);
  const cores = coresOf(pen.view, singles);
  const placed = drawLabels(pen, labelsOf(pen, singles), [...taken, ...cores]);
  const labels = [...taken, ...placed];
  drawRegions(pen, regions, [...labels, ...cores]);
  return { drawn, labels, labeled: new Set(placed.map(({ key }) => key)) };
}

/** Limit of animated players in view; more of them jump from one position to the next. */
const MAX_MOVING = 500;

/**
 * Draws the players in view over the other marks, and what stands out, by its keys.
 * @returns all that is drawn, and whether a player still moves
 */
export function drawPlayers(
  pen: Pen,
  { still, layers, emphasized }: { still: DrawnMarks; layers: Layers; emphasized: ReadonlySet<string> },
  nowMs: number,
) {
  const { view } = pen;
  const box = boxOf(view, EDGE_PX);
  const inView = [...layers.values()].map((marks) => marks.filter((mark) => isInBox(box, mark)));
  const moving = inView.reduce((sum, { length }) => sum + length, 0) < MAX_MOVING;
  const atMs = moving ? nowMs : Number.POSITIVE_INFINITY;
  const people = inView.flatMap((marks) => {
    const crowd = inHexagons(marks, view.cmPerPixel);
    drawDots(pen, crowd.single, atMs);
    return drawHeaps(pen, crowd, atMs);
  });
  const drawn = [...still.drawn, ...people];
  const outstanding = drawn.filter(({ marks }) => marks.some((mark) => emphasized.has(keyOf(mark))));
  drawRings(pen, outstanding);
  const unnamed = singlesOf(outstanding).filter((mark) => !still.labeled.has(keyOf(mark)));
  const singles = singlesOf(people);
  const others = singles.filter((mark) => !emphasized.has(keyOf(mark)));
  const labels = [...labelsOf(pen, unnamed, true), ...labelsOf(pen, others)];
  drawLabels(pen, labels, [...still.labels, ...coresOf(view, singles)]);
  return { drawn, moves: moving && singles.some((mark) => isMoving(mark, nowMs)) };
}

/** Draws what was put together. @returns everything of a crowd, where it is drawn */
function drawHeaps(pen: Pen, { single, heaps }: Crowd<Mark>, atMs = Number.POSITIVE_INFINITY): Drawn[] {
  for (const heap of heaps) drawHeap(pen, heap);
  return [
    ...single.map((mark) => ({ ...placeOf(mark, atMs), marks: [mark], radiusPx: radiusOf(mark) })),
    ...heaps.map(({ items, x, y }) => ({ x, y, marks: items, radiusPx: HEAP_RADIUS_PX })),
  ];
}

/** The marks that are drawn alone, each where it is drawn. */
function singlesOf(drawn: readonly Drawn[]): Mark[] {
  return drawn.flatMap(({ marks: [mark, ...more], x, y }) =>
    mark === undefined || more.length > 0 ? [] : [{ ...mark, x, y }],
  );
}

/** Zoom from which region names are hidden, because the marks suffice. */
const REGIONS_TO_ZOOM = 5;

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
  drawLabels(pen, labels, taken);
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

/** Draws marks as glyphs on discs. One that the chosen player has done stands back, and is ticked; bases are filled. */
function drawSprites({ context, view, palette }: Pen, marks: readonly Mark[], sprites: Sprites): void {
  const { surface } = palette;
  for (const mark of marks) {
    const ink = inkOf(mark, palette);
    const { glyph, radius } = LOOKS[mark.layer];
    const inks =
      mark.layer === 'bases' ? { fill: ink, ring: surface, ink: surface } : { fill: surface, ring: ink, ink };
    const ticked = mark.done === true;
    context.globalAlpha = ticked ? 0.55 : 1;
    sprites.draw(context, { glyph, radius, ticked, ...inks }, ...pixelOf(view, mark));
  }
  context.globalAlpha = 1;
}

function drawRings(pen: Pen, drawn: readonly Drawn[]): void {
  const { context, palette } = pen;
  context.lineWidth = 2.5;
  context.strokeStyle = palette.accent;
  for (const group of drawn) {
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
  const layer = items[0]?.layer;
  const [across, down] = pixelOf(view, heap);
  const [first = palette.neutral, second] = new Set(items.map((mark) => inkOf(mark, palette)));
  const ink = second === undefined ? first : palette.neutral;
  if (layer === 'online' || layer === 'offline') hexagonPath(context, [across, down], HEXAGON_PX);
  else circle(pen, heap, HEAP_RADIUS_PX);
  const filled = layer === 'online' || layer === 'bases';
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

/** The layers whose marks have names; the first ones have the first choice of room. */
const NAMED: readonly MarkLayerId[] = words(
  'online holders bases towers offline fastTravel bosses summoned mapUnlocks dungeons relics',
);
const CHARS = 28;

/** Draws labels where there is room, in the font that they were measured in. */
function drawLabels<T extends Label>(pen: Pen, labels: Iterable<T>, taken: readonly Box[]) {
  pen.context.textAlign = 'left';
  pen.context.textBaseline = 'middle';
  const placed = placeLabels(labels, taken);
  for (const { text, left, top, bottom } of placed) rimmedText(pen, text, left, (top + bottom) / 2);
  return placed;
}

/** More marks than this hide each other anyway. */
const MAX_AVOIDED = 400;

/** The middle of each mark, which no label covers. */
function coresOf(view: View, marks: readonly Mark[]): Box[] {
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
  for (const layer of NAMED) {
    if (zoom < LOOKS[layer].namedFrom && !atAnyZoom) continue;
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
