import { visibleText } from '../../faces/visible-text.ts';
import type { WorldPoint } from '../../ground/regions.ts';
import { pixelOf, type View, zoomOf } from '../geometry/view.ts';
import { type Box, type Label, placeLabels } from '../labels.ts';
import type { MarkLayerId } from '../layers.ts';
import { keyOf, type Mark } from '../marks/mark.ts';
import { radiusOf } from './looks.ts';
import { type Pen, rimmedText } from './pen.ts';

/** From which zoom on the marks of a layer have their names; the first layers have the first choice of room. */
const NAMED_FROM: readonly (readonly [MarkLayerId, number])[] = [
  ['online', 4],
  ['bases', 0],
  ['towers', 2],
  ['offline', 5],
  ['fastTravel', 4],
  ['bosses', 5],
  ['summoned', 5],
  ['mapUnlocks', 5],
  ['dungeons', 7],
  ['relics', 7],
];
/** Characters of a name on the map. */
const CHARS = 28;

/** A mark with the place where it is drawn. */
interface Named extends WorldPoint {
  readonly mark: Mark;
}

/** Draws names beside marks where there is room; those of `first` before all others, at any zoom. */
export function drawLabels(pen: Pen, marks: readonly Named[], first: ReadonlySet<string>): void {
  const { context, view, palette } = pen;
  context.font = `600 12px ${palette.font}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const { text, left, middle } of placeLabels(labelsOf(pen, marks, first), coreOf(view, marks))) {
    rimmedText(pen, text, left, middle);
  }
}

/** More marks than this hide each other anyway. */
const MOST_AVOIDED = 400;

/** The middle of each mark, which no label covers. */
function coreOf(view: View, marks: readonly Named[]): Box[] {
  if (marks.length > MOST_AVOIDED) return [];
  return marks.map((named) => {
    const [across, down] = pixelOf(view, named);
    const core = radiusOf(named.mark) - 2;
    return { left: across - core, right: across + core, top: down - core, bottom: down + core };
  });
}

function* labelsOf(
  { context, view }: Pen,
  marks: readonly Named[],
  first: ReadonlySet<string>,
): Generator<Label> {
  const zoom = zoomOf(view);
  const named = marks.filter(({ mark }) => mark.name !== '' || mark.note !== '');
  const chosen = named.filter(({ mark }) => first.has(keyOf(mark)));
  const others = named.filter(({ mark }) => !first.has(keyOf(mark)));
  const byLayer = Map.groupBy(others, ({ mark }) => mark.layer);
  const rest = NAMED_FROM.filter(([, from]) => zoom >= from).flatMap(([layer]) => byLayer.get(layer) ?? []);
  for (const { mark, ...place } of [...chosen, ...rest]) {
    const text = visibleText(mark.name || mark.note, CHARS);
    const [across, down] = pixelOf(view, place);
    yield { text, across, down, width: context.measureText(text).width, gap: radiusOf(mark) + 4 };
  }
}
