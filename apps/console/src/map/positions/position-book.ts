import type { PositionRow, PositionsMessage } from '@palatine/contract';
import { isInBox, type WorldPoint } from '../../ground/regions.ts';
import type { AskedPart } from './asked-part.ts';

/** Where a player is, in cm, and where they were a moment ago. */
interface Position extends WorldPoint {
  readonly uid: string;
  readonly z: number;
  readonly online: boolean;
  readonly was?: WorldPoint & { readonly atMs: number };
}

/** The stream has whole metres. */
const CM = 100;
/** Who is this far away at once has travelled, and does not glide there. */
const TRAVELLED_CM = 10_000;

export function positionBook() {
  const list: Position[] = [];
  const elsewhere = new Map<string, Position>();
  const begin = (rows: readonly PositionRow[], atMs: number, part: AskedPart) => {
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
    /** Players of whom the stream says nothing now, by PlayerUID. */
    elsewhere,
    /**
     * Takes a message in.
     * @param atMs when it came, on the clock of `performance.now()`
     * @param part what it is about: players who were outside are remembered where they were last
     */
    apply(message: PositionsMessage, atMs: number, part: AskedPart): void {
      if (message.Type === 'snapshot') {
        begin(message.Rows, atMs, part);
        return;
      }
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
  return Math.hypot(now.x - x, now.y - y) > TRAVELLED_CM ? now : { ...now, was: { x, y, atMs } };
}
