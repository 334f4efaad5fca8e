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

/** A label with the left end of its middle line. */
interface PlacedLabel {
  readonly left: number;
  readonly middle: number;
}

/** More labels than this would hide the map. */
export const MAX_LABELS = 160;
/** Height of a line of text in pixels. */
const LABEL_HEIGHT = 16;

/** Room in pixels of the canvas. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Places labels in order: right, left, above, below, or not at all. They cover no label or mark. */
export function placeLabels<T extends Label>(
  labels: Iterable<T>,
  marks: Iterable<Box> = [],
): (T & PlacedLabel)[] {
  const taken = [...marks];
  const placed: (T & PlacedLabel)[] = [];
  for (const label of labels) {
    if (placed.length === MAX_LABELS) break;
    const fits = candidates(label).find((candidate) => {
      const room = boxOf(candidate);
      return !taken.some((box) => touches(box, room));
    });
    if (fits === undefined) continue;
    taken.push(boxOf(fits));
    placed.push(fits);
  }
  return placed;
}

function candidates<T extends Label>(label: T): (T & PlacedLabel)[] {
  const { across, down, width, gap } = label;
  return [
    { ...label, left: across + gap, middle: down },
    { ...label, left: across - gap - width, middle: down },
    { ...label, left: across - width / 2, middle: down - gap - LABEL_HEIGHT / 2 },
    { ...label, left: across - width / 2, middle: down + gap + LABEL_HEIGHT / 2 },
  ];
}

export function boxOf({ left, middle, width }: PlacedLabel & Pick<Label, 'width'>): Box {
  return { left, right: left + width, top: middle - LABEL_HEIGHT / 2, bottom: middle + LABEL_HEIGHT / 2 };
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
