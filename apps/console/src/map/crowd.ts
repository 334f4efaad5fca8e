import type { WorldPoint } from '../ground/regions.ts';

/** From the middle of a hexagon to its corner, in pixels; a count of four digits fits. */
export const HEXAGON_PX = 15;
/** Dots that are nearer to each other than this, on the average, are one hexagon with their number. */
const CROWDED_PX = 6;
/** Bases in a cell of this many pixels are one mark with their number. */
const HEAP_PX = 22;

export interface Heap<Item> extends WorldPoint {
  readonly items: readonly Item[];
}

/** Many points as drawn: some single, some put together. */
export interface Crowd<Item> {
  readonly single: readonly Item[];
  readonly heaps: readonly Heap<Item>[];
}

/** Puts together points where they stand closer than CROWDED_PX, in hexagons that do not move with the view. */
export function inHexagons<Item extends WorldPoint>(items: Iterable<Item>, cmPerPixel: number): Crowd<Item> {
  const radiusCm = HEXAGON_PX * steady(cmPerPixel);
  const limit = (1.5 * ROOT_3 * HEXAGON_PX ** 2) / CROWDED_PX ** 2;
  return heaped(
    items,
    (item) => hexagonAt(item, radiusCm).key,
    limit,
    ([first]) => hexagonAt(first, radiusCm),
  );
}

/** Puts together points of one cell of the pixel scale; the heap is in the middle of what it holds. */
export function inCells<Item extends WorldPoint>(items: Iterable<Item>, cmPerPixel: number): Crowd<Item> {
  const cellCm = HEAP_PX * steady(cmPerPixel);
  return heaped(items, ({ x, y }) => `${Math.floor(x / cellCm)} ${Math.floor(y / cellCm)}`, 1, meanOf);
}

/** Cells with more than `limit` points are heaps. */
function heaped<Item extends WorldPoint>(
  items: Iterable<Item>,
  cellOf: (item: Item) => string,
  limit: number,
  middleOf: (items: readonly [Item, ...Item[]]) => WorldPoint,
): Crowd<Item> {
  const cells = [...Map.groupBy(items, cellOf).values()] as [Item, ...Item[]][]; // no group is empty
  return {
    single: cells.filter(({ length }) => length <= limit).flat(),
    heaps: cells.filter(({ length }) => length > limit).map((held) => ({ ...middleOf(held), items: held })),
  };
}

function meanOf(points: readonly WorldPoint[]): WorldPoint {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** The scale of the half zoom below: cells keep their size while the view zooms a little. */
const steady = (cmPerPixel: number): number => 2 ** (Math.ceil(Math.log2(cmPerPixel) * 2 - 1e-9) / 2);

/** A hexagon of a fixed grid over the world: its corners point north and south. */
export interface Hexagon extends WorldPoint {
  /** Column and row of the grid, as one key. */
  readonly key: string;
}

const ROOT_3 = Math.sqrt(3);

/**
 * The hexagon that holds a place. The grid begins at the world's origin, so it stands still while the map is moved.
 * @param radiusCm from the middle of a hexagon to its corners
 */
export function hexagonAt({ x, y }: WorldPoint, radiusCm: number): Hexagon {
  const row = ((2 / 3) * x) / radiusCm;
  const column = ((ROOT_3 / 3) * y - x / 3) / radiusCm;
  const [q, r] = rounded(column, row);
  return { key: `${q} ${r}`, x: radiusCm * 1.5 * r, y: radiusCm * ROOT_3 * (q + r / 2) };
}

/** The nearest whole hexagon of a place in axial coordinates. */
function rounded(q: number, r: number): [q: number, r: number] {
  const s = -q - r;
  const [wholeQ, wholeR, wholeS] = [Math.round(q), Math.round(r), Math.round(s)];
  const [offQ, offR, offS] = [Math.abs(wholeQ - q), Math.abs(wholeR - r), Math.abs(wholeS - s)];
  if (offQ > offR && offQ > offS) return [-wholeR - wholeS, wholeR];
  return offR > offS ? [wholeQ, -wholeQ - wholeS] : [wholeQ, wholeR];
}

/** Begins a hexagon about a point of the canvas in pixels, to be filled and stroked. */
export function hexagonPath(
  context: CanvasRenderingContext2D,
  [across, down]: readonly [number, number],
  radiusPx: number,
): void {
  context.beginPath();
  for (let corner = 0; corner < 6; corner++) {
    const angle = (Math.PI / 3) * corner - Math.PI / 2; // the first one points up
    context.lineTo(across + radiusPx * Math.cos(angle), down + radiusPx * Math.sin(angle));
  }
  context.closePath();
}
