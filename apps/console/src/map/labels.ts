import { formatNumber } from '../data/format.ts';
import { texts } from '../texts/texts.ts';

/** A text beside a mark, in pixels of the canvas. */
export interface Label {
  readonly text: string;
  readonly across: number;
  readonly down: number;
  readonly width: number;
  /** Distance that the text keeps from the middle of the mark. */
  readonly gap: number;
}

/** More labels than this would hide the map. */
export const MAX_LABELS = 160;
/** Half the height of a line of text, in pixels. */
const HALF_PX = 8;

/** Room in pixels of the canvas. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Places labels in order: right, left, above, below, or not at all. They cover no label or mark. */
export function placeLabels<T extends Label>(labels: Iterable<T>, marks: Iterable<Box> = []): (T & Box)[] {
  const taken = [...marks];
  const placed: (T & Box)[] = [];
  for (const label of labels) {
    if (placed.length === MAX_LABELS) break;
    const room = roomsOf(label).find((free) => !taken.some((box) => touches(box, free)));
    if (room === undefined) continue;
    taken.push(room);
    placed.push({ ...label, ...room });
  }
  return placed;
}

function roomsOf({ across, down, width, gap }: Label): Box[] {
  return (
    [
      [across + gap, down],
      [across - gap - width, down],
      [across - width / 2, down - gap - HALF_PX],
      [across - width / 2, down + gap + HALF_PX],
    ] as const
  ).map(([left, middle]) => ({ left, right: left + width, top: middle - HALF_PX, bottom: middle + HALF_PX }));
}

export function touches(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** A distance for people: in meters, and from a kilometer on in kilometers. */
export function distanceText(cm: number): string {
  const meters = cm / 100;
  const { distance, kilometers } = texts.value.map;
  return meters < 1000 ? distance(formatNumber(meters)) : kilometers(formatNumber(meters / 1000, 1));
}
