import type { WorldPoint } from '../../ground/regions.ts';
import { placeAt, type View } from '../geometry/view.ts';
import { type Mark, near } from '../marks/mark.ts';

/** Something that was drawn, for the pointer: a mark, or several that were put together. */
export interface Drawn extends WorldPoint {
  readonly marks: readonly Mark[];
  readonly radiusPx: number;
}

/** How long somebody takes to walk from one known place to the next, in ms: as often as places come. */
const STRIDE_MS = 1000;

/** Where a mark is drawn at a moment: on the way from where it was. */
export function placeOf({ x, y, was }: Mark, atMs: number): WorldPoint {
  if (was === undefined) return { x, y };
  const part = Math.min(1, Math.max(0, (atMs - was.atMs) / STRIDE_MS));
  return { x: was.x + (x - was.x) * part, y: was.y + (y - was.y) * part };
}

export function isMoving({ was }: Mark, atMs: number): boolean {
  return was !== undefined && atMs - was.atMs < STRIDE_MS;
}

/** A pointer this far off, in pixels, still means a mark: fingers and trembling hands. */
const SLACK_PX = 5;
const MAX_PX = 20;

/** The mark at a point whose middle is nearest, on a tie the upper one; undefined for none. */
export function hitTest(
  drawn: readonly Drawn[],
  view: View,
  across: number,
  down: number,
): Drawn | undefined {
  const { cmPerPixel } = view;
  const nearest = near(drawn, placeAt(view, across, down), (MAX_PX + SLACK_PX) * cmPerPixel);
  return nearest.find(({ item, distanceCm }) => distanceCm <= (item.radiusPx + SLACK_PX) * cmPerPixel)?.item;
}
