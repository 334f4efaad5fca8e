import type { WorldBox, WorldPoint } from '../../ground/regions.ts';

/** Finds points near a place without a look at all of them. */
export interface GridIndex<Item extends WorldPoint> {
  readonly size: number;
  /** The items within `radiusCm`, the nearest first; of two as near, the later one of the list. */
  near(place: WorldPoint, radiusCm: number): { item: Item; distanceCm: number }[];
  /** The items in a rectangle, in no order. */
  within(box: WorldBox): Item[];
}

/** Edge of a cell: a few pixels of the whole map, and a few bases wide. */
const CELL_CM = 12_800;
/** Cells in a row of keys; beyond any world. */
const ROW = 1 << 20;

/** An index over items, which must not move while it is used. */
export function gridIndex<Item extends WorldPoint>(items: readonly Item[]): GridIndex<Item> {
  const cells = new Map<number, number[]>();
  items.forEach(({ x, y }, at) => {
    const key = cellOf(x) * ROW + cellOf(y);
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [at]);
    else cell.push(at);
  });

  function* indexesIn({ minX, minY, maxX, maxY }: WorldBox): Generator<number> {
    const [fromX, toX, fromY, toY] = [cellOf(minX), cellOf(maxX), cellOf(minY), cellOf(maxY)];
    // A rectangle of more cells than there are: looking at all items is less work.
    if ((toX - fromX + 1) * (toY - fromY + 1) > cells.size) yield* items.keys();
    else {
      for (let row = fromX; row <= toX; row++) {
        for (let column = fromY; column <= toY; column++) yield* cells.get(row * ROW + column) ?? [];
      }
    }
  }

  return {
    size: items.length,
    near({ x, y }, radiusCm) {
      const box = { minX: x - radiusCm, maxX: x + radiusCm, minY: y - radiusCm, maxY: y + radiusCm };
      const found: { item: Item; distanceCm: number; at: number }[] = [];
      for (const at of indexesIn(box)) {
        const item = items[at] as Item; // an index of the list
        const distanceCm = Math.hypot(item.x - x, item.y - y);
        if (distanceCm <= radiusCm) found.push({ item, distanceCm, at });
      }
      return found.sort((one, other) => one.distanceCm - other.distanceCm || other.at - one.at);
    },
    within(box) {
      const found: Item[] = [];
      for (const at of indexesIn(box)) {
        const item = items[at] as Item; // an index of the list
        if (item.x >= box.minX && item.x <= box.maxX && item.y >= box.minY && item.y <= box.maxY)
          found.push(item);
      }
      return found;
    },
  };
}

function cellOf(cm: number): number {
  return Math.floor(cm / CELL_CM);
}
