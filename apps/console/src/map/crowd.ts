import type { WorldPoint } from '../ground/regions.ts';
import { hexagonArea, hexagonAt } from './geometry/hexagons.ts';

/** From the middle of a hexagon to its corner, in pixels; a count of four digits fits. */
export const HEXAGON_PX = 15;
/** Dots that are nearer to each other than this, on the average, are one hexagon with their number. */
const CROWDED_PX = 6;
/** Bases in a cell of this many pixels are one mark with their number. */
const HEAP_PX = 22;

/** Several marks that are drawn as one. */
export interface Heap<Item> extends WorldPoint {
  readonly items: readonly Item[];
}

/** What is drawn of many points: some as they are, some put together. */
interface Crowd<Item> {
  readonly single: readonly Item[];
  readonly heaps: readonly Heap<Item>[];
}

/** Puts together points where they stand closer than CROWDED_PX, in hexagons that do not move with the view. */
export function inHexagons<Item extends WorldPoint>(items: Iterable<Item>, cmPerPixel: number): Crowd<Item> {
  const radiusCm = HEXAGON_PX * steady(cmPerPixel);
  const most = hexagonArea(HEXAGON_PX) / CROWDED_PX ** 2;
  const middleOf = ([first]: readonly [Item, ...Item[]]) => hexagonAt(first, radiusCm);
  return heaped(items, (item) => hexagonAt(item, radiusCm).key, most, middleOf);
}

/** Puts together points of one cell of the pixel scale; the heap is in the middle of what it holds. */
export function inCells<Item extends WorldPoint>(items: Iterable<Item>, cmPerPixel: number): Crowd<Item> {
  const cellCm = HEAP_PX * steady(cmPerPixel);
  const cellOf = ({ x, y }: Item) => `${Math.floor(x / cellCm)} ${Math.floor(y / cellCm)}`;
  return heaped(items, cellOf, 1, meanOf);
}

/** Cells with more than `most` points are heaps. */
function heaped<Item extends WorldPoint>(
  items: Iterable<Item>,
  cellOf: (item: Item) => string,
  most: number,
  middleOf: (items: readonly [Item, ...Item[]]) => WorldPoint,
): Crowd<Item> {
  const cells = [...Map.groupBy(items, cellOf).values()] as [Item, ...Item[]][]; // no group is empty
  return {
    single: cells.filter(({ length }) => length <= most).flat(),
    heaps: cells
      .filter(({ length }) => length > most)
      .map((held) => {
        const { x, y } = middleOf(held);
        return { items: held, x, y };
      }),
  };
}

function meanOf(points: readonly WorldPoint[]): WorldPoint {
  const sum = points.reduce((so, { x, y }) => ({ x: so.x + x, y: so.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** The scale of the half zoom below: cells keep their size while the view zooms a little. */
function steady(cmPerPixel: number): number {
  return 2 ** (Math.ceil(Math.log2(cmPerPixel) * 2 - 1e-9) / 2);
}
