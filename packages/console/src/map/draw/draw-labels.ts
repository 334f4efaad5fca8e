import { visibleText } from '../../faces/visible-text.ts';
import type { WorldPoint } from '../../ground/regions.ts';
import { pixelX, pixelY, type View, zoomOf } from '../geometry/view.ts';
import { type Box, type Label, placeLabels } from '../labels.ts';
import type { MarkLayerId } from '../layers.ts';
import { keyOf, type Mark } from '../marks/mark.ts';
import { radiusOf } from './looks.ts';
import type { Palette } from './palette.ts';

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
export interface Named extends WorldPoint {
  readonly mark: Mark;
}

/** Draws names beside marks where there is room; those of `first` before all others, at any zoom. */
export function drawLabels(
  context: CanvasRenderingContext2D,
  view: View,
  marks: readonly Named[],
  first: ReadonlySet<string>,
  palette: Palette,
): void {
  context.font = `600 12px ${palette.font}`;
  const placed = placeLabels(labelsOf(context, view, marks, first), coreOf(view, marks));
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = palette.surface;
  context.fillStyle = palette.text;
  for (const { text, left, middle } of placed) {
    context.globalAlpha = 0.85;
    context.strokeText(text, left, middle);
    context.globalAlpha = 1;
    context.fillText(text, left, middle);
  }
}

/** More marks than this hide each other anyway. */
const MOST_AVOIDED = 400;

/** The middle of each mark, which no label covers. */
function coreOf(view: View, marks: readonly Named[]): Box[] {
  if (marks.length > MOST_AVOIDED) return [];
  return marks.map(({ mark, x, y }) => {
    const [across, down, core] = [pixelX(view, y), pixelY(view, x), radiusOf(mark) - 2];
    return { left: across - core, right: across + core, top: down - core, bottom: down + core };
  });
}

function* labelsOf(
  context: CanvasRenderingContext2D,
  view: View,
  marks: readonly Named[],
  first: ReadonlySet<string>,
): Generator<Label> {
  const zoom = zoomOf(view);
  const named = marks.filter(({ mark }) => mark.name !== '' || mark.note !== '');
  const chosen = named.filter(({ mark }) => first.has(keyOf(mark)));
  const byLayer = Map.groupBy(named, ({ mark }) => mark.layer);
  const rest = NAMED_FROM.filter(([, from]) => zoom >= from).flatMap(([layer]) => byLayer.get(layer) ?? []);
  for (const { mark, x, y } of [...chosen, ...rest.filter(({ mark }) => !first.has(keyOf(mark)))]) {
    const text = visibleText(mark.name || mark.note, CHARS);
    yield {
      text,
      across: pixelX(view, y),
      down: pixelY(view, x),
      width: context.measureText(text).width,
      gap: radiusOf(mark) + 4,
    };
  }
}
