import { formatNumber } from '../../data/format.ts';
import { texts } from '../../texts/texts.ts';

/** A distance for people: in metres, and from a kilometre on in kilometres. */
export function distanceText(cm: number): string {
  const metres = cm / 100;
  const { distance, kilometres } = texts.value.map;
  return metres < 1000 ? distance(formatNumber(metres)) : kilometres(formatNumber(metres / 1000, 1));
}
