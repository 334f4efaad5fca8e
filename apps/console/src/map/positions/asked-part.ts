import type { WorldBox } from '../../ground/regions.ts';

/** The part of the world whose players are asked for. */
export type AskedPart = WorldBox | 'everywhere';

/** Of more players than this, only those in view are asked for. */
export const MOST_EVERYWHERE = 2_000;
/** So much of its own size around a view is asked for too, so that a short way does not ask again. */
const MARGIN = 0.5;
/** A part that is this many times larger than what is wanted is asked for anew. */
const TOO_LARGE = 16;

/**
 * The part to ask for so that everything wanted is in it. What was asked before stays while it holds that and is not far
 * too large.
 */
export function partToAsk(wanted: AskedPart, asked: AskedPart | undefined): AskedPart {
  if (wanted === 'everywhere') return wanted;
  const enough = asked !== undefined && asked !== 'everywhere' && holds(asked, wanted);
  return enough && areaOf(asked) <= TOO_LARGE * areaOf(wanted) ? asked : withMargin(wanted);
}

/** A part as the route takes it. */
export function boxText({ minX, minY, maxX, maxY }: WorldBox): string {
  return [minX, minY, maxX, maxY].map((cm) => Math.round(cm)).join(',');
}

function holds(outer: WorldBox, inner: WorldBox): boolean {
  const low = outer.minX <= inner.minX && outer.minY <= inner.minY;
  return low && outer.maxX >= inner.maxX && outer.maxY >= inner.maxY;
}

function areaOf({ minX, minY, maxX, maxY }: WorldBox): number {
  return (maxX - minX) * (maxY - minY);
}

function withMargin({ minX, minY, maxX, maxY }: WorldBox): WorldBox {
  const [tall, wide] = [(maxX - minX) * MARGIN, (maxY - minY) * MARGIN];
  return { minX: minX - tall, maxX: maxX + tall, minY: minY - wide, maxY: maxY + wide };
}
