import type { PositionRow, PositionsMessage } from '@palatine/contract';
import type { WorldPoint } from '../geometry/regions.ts';

/** Where a player is, in cm, and where they were a moment ago. */
export interface Position extends WorldPoint {
  readonly uid: string;
  readonly z: number;
  readonly online: boolean;
  readonly was?: WorldPoint & { readonly atMs: number };
}

/** The stream has whole metres. */
const CM = 100;
/** Who is this far away at once has travelled, and does not glide there. */
const TRAVELLED_CM = 10_000;

/** The list that the stream of positions builds up. */
export interface PositionBook {
  /** Takes a message in. @param atMs when it came, on the clock of `performance.now()` */
  apply(message: PositionsMessage, atMs: number): void;
  readonly positions: readonly Position[];
}

export function positionBook(): PositionBook {
  const list: Position[] = [];
  return {
    positions: list,
    apply(message, atMs) {
      if (message.Type === 'snapshot') {
        const before = new Map(list.map((position) => [position.uid, position]));
        list.length = 0;
        for (const row of message.Rows) list.push(moved(before.get(row[0]), fromRow(row), atMs));
        return;
      }
      list.push(...(message.Added ?? []).map(fromRow));
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

function fromRow([uid, x, y, z, online]: PositionRow): Position {
  return { uid, x: x * CM, y: y * CM, z: z * CM, online: online === 1 };
}

/** A position that is reached from the one before by walking. */
function moved(before: Position | undefined, { was: _, ...now }: Position, atMs: number): Position {
  if (before === undefined || (before.x === now.x && before.y === now.y)) return now;
  const { x, y } = before;
  return Math.hypot(now.x - x, now.y - y) > TRAVELLED_CM ? now : { ...now, was: { x, y, atMs } };
}
