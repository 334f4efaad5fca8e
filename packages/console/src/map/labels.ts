/** A text that wants to stand beside a mark, in pixels of the canvas. */
export interface Label {
  readonly text: string;
  /** Middle of the mark. */
  readonly across: number;
  readonly down: number;
  readonly width: number;
  /** Distance that the text keeps from the middle of the mark. */
  readonly gap: number;
}

/** A label with the left end of its middle line. */
export interface PlacedLabel extends Label {
  readonly left: number;
  readonly middle: number;
}

/** More texts than this are no map any more. */
export const MAX_LABELS = 160;
/** Height of a line of text in pixels. */
export const LABEL_HEIGHT = 16;
/** Edge of a cell in which boxes are looked for. */
const CELL_PX = 64;

/** Room in pixels of the canvas. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Places labels in order: right, left, above, below, or not at all. They cover no label or mark. */
export function placeLabels(labels: Iterable<Label>, marks: Iterable<Box> = []): PlacedLabel[] {
  const taken = boxes();
  for (const mark of marks) taken.add(mark);
  const placed: PlacedLabel[] = [];
  for (const label of labels) {
    if (placed.length === MAX_LABELS) break;
    const fits = candidates(label).find((candidate) => taken.isFree(boxOf(candidate)));
    if (fits === undefined) continue;
    taken.add(boxOf(fits));
    placed.push(fits);
  }
  return placed;
}

function candidates(label: Label): PlacedLabel[] {
  const { across, down, width, gap } = label;
  return [
    { ...label, left: across + gap, middle: down },
    { ...label, left: across - gap - width, middle: down },
    { ...label, left: across - width / 2, middle: down - gap - LABEL_HEIGHT / 2 },
    { ...label, left: across - width / 2, middle: down + gap + LABEL_HEIGHT / 2 },
  ];
}

/** The room of a placed label. */
export function boxOf({ left, middle, width }: PlacedLabel): Box {
  return { left, right: left + width, top: middle - LABEL_HEIGHT / 2, bottom: middle + LABEL_HEIGHT / 2 };
}

export function touches(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function boxes() {
  const cells = new Map<string, Box[]>();
  const keysOf = ({ left, right, top, bottom }: Box) => {
    const keys: string[] = [];
    for (let column = Math.floor(left / CELL_PX); column <= Math.floor(right / CELL_PX); column++) {
      for (let row = Math.floor(top / CELL_PX); row <= Math.floor(bottom / CELL_PX); row++)
        keys.push(`${column} ${row}`);
    }
    return keys;
  };
  return {
    isFree: (box: Box) => keysOf(box).every((key) => !cells.get(key)?.some((other) => touches(box, other))),
    add(box: Box) {
      for (const key of keysOf(box)) cells.set(key, [...(cells.get(key) ?? []), box]);
    },
  };
}
