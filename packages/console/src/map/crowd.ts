import type { WorldPoint } from '../ground/regions.ts';
import { type Hexagon, hexagonArea, hexagonAt } from './geometry/hexagons.ts';

/** From the middle of a hexagon to its corner, in pixels; a count of four digits fits. */
export const HEXAGON_PX = 15;
/** Dots that are nearer to each other than this, on the average, are one hexagon with their number. */
export const CROWDED_PX = 6;
/** Bases in a cell of this many pixels are one mark with their number. */
export const HEAP_PX = 22;

/** Several marks that are drawn as one. */
export interface Heap<Item> extends WorldPoint {
  readonly items: readonly Item[];
}

/** What is drawn of many points: some as they are, some put together. */
export interface Crowd<Item> {
  readonly single: readonly Item[];
  readonly heaps: readonly Heap<Item>[];
}

/** Puts together points where they stand closer than CROWDED_PX, in hexagons that do not move with the view. */
export function inHexagons<Item extends WorldPoint>(items: Iterable<Item>, cmPerPixel: number): Crowd<Item> {
  const radiusCm = HEXAGON_PX * steady(cmPerPixel);
  const most = hexagonArea(HEXAGON_PX) / CROWDED_PX ** 2;
  return heaped(items, (item) => hexagonAt(item, radiusCm), most);
}

/** Puts together points of one cell of the pixel scale; the heap is in the middle of what it holds. */
export function inCells<Item extends WorldPoint>(items: Iterable<Item>, cmPerPixel: number): Crowd<Item> {
  const cellCm = HEAP_PX * steady(cmPerPixel);
  const cellOf = ({ x, y }: WorldPoint) => `${Math.floor(x / cellCm)} ${Math.floor(y / cellCm)}`;
  const { single, heaps } = heaped(items, (item) => ({ key: cellOf(item), x: 0, y: 0 }), 1);
  return { single, heaps: heaps.map(({ items: held }) => ({ items: held, ...middle(held) })) };
}

function heaped<Item extends WorldPoint>(
  items: Iterable<Item>,
  cellOf: (item: Item) => Hexagon,
  most: number,
): Crowd<Item> {
  const cells = new Map<string, { x: number; y: number; items: Item[] }>();
  for (const item of items) {
    const { key, x, y } = cellOf(item);
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, { x, y, items: [item] });
    else cell.items.push(item);
  }
  const all = [...cells.values()];
  return {
    single: all.filter((cell) => cell.items.length <= most).flatMap((cell) => cell.items),
    heaps: all.filter((cell) => cell.items.length > most),
  };
}

function middle(points: readonly WorldPoint[]): WorldPoint {
  const sum = points.reduce((so, { x, y }) => ({ x: so.x + x, y: so.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** The scale of the half zoom below: cells keep their size while the view zooms a little. */
function steady(cmPerPixel: number): number {
  return 2 ** (Math.ceil(Math.log2(cmPerPixel) * 2 - 1e-9) / 2);
}
