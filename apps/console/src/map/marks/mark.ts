import { searchKey } from '@palatine/contract';
import type { ReadonlySignal } from '@preact/signals';
import type { WorldPoint } from '../../ground/regions.ts';
import type { View } from '../../ground/view.ts';
import type { LayerId, MarkLayerId } from '../layers.ts';

/** The choices on the map that decide which marks are read. */
export interface MarkChoices {
  readonly layers: ReadonlySignal<ReadonlySet<LayerId>>;
  readonly chosen: ReadonlySignal<string>;
  readonly item: ReadonlySignal<string>;
  readonly replay: ReadonlySignal<unknown>;
  readonly view: ReadonlySignal<View | undefined>;
}

export interface NamedPlace extends WorldPoint {
  readonly name: string;
}

/** Something with a place: drawn on the map, and a row of the list beside it. Places in cm. */
export interface Mark extends WorldPoint {
  readonly layer: MarkLayerId;
  readonly id: string;
  /** Height; undefined if unknown. */
  readonly z?: number;
  /** Its name; of players it is their own text. '' where it has none. */
  readonly name: string;
  /** A few words more: the guild of a player, the level of a boss. */
  readonly note: string;
  /** '' without a guild. */
  readonly guildId?: string;
  readonly level?: number;
  /** Where a player who moves was before, and when they were seen here, on the clock of `performance.now()`. */
  readonly was?: WorldPoint & { readonly atMs: number };
  readonly areaCm?: number;
  /** Whether the chosen player has found or defeated it; undefined without a chosen player. */
  readonly done?: boolean;
  readonly href?: string;
  /** How many units of the item in the address it holds. */
  readonly count?: number;
  /** Radius in pixels, where its layer does not say it. */
  readonly radius?: number;
}

export function placed({ X, Y, Z }: { readonly X: number; readonly Y: number; readonly Z: number }) {
  return { x: X, y: Y, z: Z };
}

export function keyOf({ layer, id }: Pick<Mark, 'layer' | 'id'>): string {
  return `${layer}:${id}`;
}

/** Which marks a search lets through: those whose name, note or id holds every word of it. */
export function markFilter(find: string): (mark: Mark) => boolean {
  const words = searchKey(find).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return ({ name, note, id }) => {
    const text = searchKey(`${name} ${note} ${id}`);
    return words.every((word) => text.includes(word));
  };
}

export interface Near<Item> {
  readonly item: Item;
  readonly distanceCm: number;
}

/** The items within `radiusCm` of a place, the nearest first; of two as near, the later one of the list. */
export function near<Item extends WorldPoint>(
  items: readonly Item[],
  { x, y }: WorldPoint,
  radiusCm = Number.POSITIVE_INFINITY,
): Near<Item>[] {
  return items
    .map((item) => ({ item, distanceCm: Math.hypot(item.x - x, item.y - y) }))
    .filter(({ distanceCm }) => distanceCm <= radiusCm)
    .reverse()
    .sort((a, b) => a.distanceCm - b.distanceCm);
}

/** Farther off, the height of something says nothing of the ground. */
const FAR_CM = 100_000;

/** The height of the nearest mark whose height is known, in cm; undefined with none within a kilometer. */
export function heightNear(marks: readonly Mark[], place: WorldPoint): number | undefined {
  return near(marks, place, FAR_CM).find(({ item }) => item.z !== undefined)?.item.z;
}
