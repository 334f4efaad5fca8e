import type { PositionRow, PositionsMessage } from '@palatine/contract';
import { isInBox, type WorldBox, type WorldPoint } from '../../ground/regions.ts';

/** Where a player is, in cm, and where they were a moment ago. */
interface Position extends WorldPoint {
  readonly uid: string;
  readonly z: number;
  readonly online: boolean;
  readonly was?: WorldPoint & { readonly atMs: number };
}

/** The stream has whole meters. */
const CM = 100;
/** A player who is this far away at once has traveled, and does not glide there. */
const TRAVELED_CM = 10_000;

export function positionBook() {
  const list: Position[] = [];
  const elsewhere = new Map<string, Position>();
  const begin = (rows: readonly PositionRow[], atMs: number, part: RequestedPart) => {
    const before = new Map(list.map((position) => [position.uid, position]));
    list.length = 0;
    for (const row of rows) list.push(moved(before.get(row[0]), fromRow(row), atMs));
    for (const position of before.values()) {
      if (part !== 'everywhere' && !isInBox(part, position)) elsewhere.set(position.uid, position);
    }
    if (part === 'everywhere') elsewhere.clear();
    for (const { uid } of list) elsewhere.delete(uid);
  };
  return {
    positions: list,
    /** Players that the stream does not cover now, by PlayerUID. */
    elsewhere,
    /**
     * Takes a message in.
     * @param atMs when it came, on the clock of `performance.now()`
     * @param part what it is about: players who were outside are remembered where they were last
     */
    apply(message: PositionsMessage, atMs: number, part: RequestedPart): void {
      if (message.Type === 'snapshot') return begin(message.Rows, atMs, part);
      for (const row of message.Added ?? []) {
        list.push(fromRow(row));
        elsewhere.delete(row[0]);
      }
      for (const [at, x, y, z] of message.Rows) {
        const position = list[at];
        if (position === undefined) continue;
        list[at] = moved(position, { ...position, x: x * CM, y: y * CM, z: z * CM }, atMs);
      }
      for (const [at, online] of message.Online ?? []) {
        const position = list[at];
        if (position !== undefined) list[at] = { ...position, online: online === 1 };
      }
    },
  };
}

/** The list that the stream of positions builds up. */
export type PositionBook = ReturnType<typeof positionBook>;

function fromRow([uid, x, y, z, online]: PositionRow): Position {
  return { uid, x: x * CM, y: y * CM, z: z * CM, online: online === 1 };
}

/** A position that is reached from the one before by walking. */
function moved(before: Position | undefined, { was: _, ...now }: Position, atMs: number): Position {
  if (before === undefined || (before.x === now.x && before.y === now.y)) return now;
  const { x, y } = before;
  return Math.hypot(now.x - x, now.y - y) > TRAVELED_CM ? now : { ...now, was: { x, y, atMs } };
}

/** The part of the world whose players are asked for. */
export type RequestedPart = WorldBox | 'everywhere';

/** With more players than this, only those in view are requested. */
export const MAX_EVERYWHERE = 2_000;
/** Margin around a view that is requested too, as a share of its size: a short way needs no new request. */
const MARGIN = 0.5;
/** A part that is this many times larger than what is wanted is asked for again. */
const TOO_LARGE = 16;

/**
 * The part to ask for so that everything wanted is in it. What was asked before stays while it holds that and is not far
 * too large.
 */
export function partToRequest(target: RequestedPart, current: RequestedPart | undefined): RequestedPart {
  if (target === 'everywhere') return target;
  const { minX, minY, maxX, maxY } = target;
  const corners = [
    { x: minX, y: minY },
    { x: maxX, y: maxY },
  ];
  if (current !== undefined && current !== 'everywhere' && corners.every((at) => isInBox(current, at))) {
    if (areaOf(current) <= TOO_LARGE * areaOf(target)) return current;
  }
  const [tall, wide] = [(maxX - minX) * MARGIN, (maxY - minY) * MARGIN];
  return { minX: minX - tall, maxX: maxX + tall, minY: minY - wide, maxY: maxY + wide };
}

export function boxText({ minX, minY, maxX, maxY }: WorldBox): string {
  return [minX, minY, maxX, maxY].map((cm) => Math.round(cm)).join(',');
}

const areaOf = ({ minX, minY, maxX, maxY }: WorldBox): number => (maxX - minX) * (maxY - minY);
