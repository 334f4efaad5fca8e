import type { GridIndex } from '../geometry/grid-index.ts';
import { placeAt, type View } from '../geometry/view.ts';
import type { Drawn } from './placed.ts';

/** A pointer this far off, in pixels, still means a mark: fingers and trembling hands. */
const SLACK_PX = 5;
/** The largest mark, in pixels. */
const LARGEST_PX = 20;

/** The mark at a point whose middle is nearest, on a tie the upper one; undefined for none. */
export function hitTest(
  drawn: GridIndex<Drawn>,
  view: View,
  across: number,
  down: number,
  slackPx = SLACK_PX,
): Drawn | undefined {
  const place = placeAt(view, across, down);
  const near = drawn.near(place, (LARGEST_PX + slackPx) * view.cmPerPixel);
  return near.find(({ item, distanceCm }) => distanceCm <= (item.radiusPx + slackPx) * view.cmPerPixel)?.item;
}
