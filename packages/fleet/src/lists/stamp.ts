import Type, { type Static } from 'typebox';

/** A moment of a hybrid clock: ms since 1970, a count within that ms, and the gateway that gave it. */
export const ListStamp = Type.Tuple([
  Type.Integer({ minimum: 0 }),
  Type.Integer({ minimum: 0 }),
  Type.String({ minLength: 1, maxLength: 64 }),
]);
export type ListStamp = Static<typeof ListStamp>;

/** So far may a stamp be ahead of the wall clock of whoever reads it. */
export const MOST_AHEAD_MS = 5 * 60_000;

/** Negative when the first is older, positive when it is newer, 0 when they are the same. */
export function compareStamps(one: ListStamp, other: ListStamp): number {
  return one[0] - other[0] || one[1] - other[1] || compareText(one[2], other[2]);
}

/** Whether a stamp comes from a clock that is wrong: nothing given with it counts yet. */
export function isTooFarAhead([ms]: ListStamp, nowMs: number): boolean {
  return ms > nowMs + MOST_AHEAD_MS;
}

export interface HybridClock {
  /** A stamp that is newer than every one before, and than `after`, the stamp of what it is to replace. */
  next(after?: ListStamp): ListStamp;
}

/** The clock of one gateway. A wall clock that goes back does not make older stamps. */
export function hybridClock({ node, now }: { node: string; now: () => number }): HybridClock {
  let last: ListStamp = [0, 0, node];
  return {
    next(after) {
      const nowMs = now();
      const lastMs = isTooFarAhead(last, nowMs) ? 0 : last[0]; // the clock was mended: its old stamps must not bind
      const ms = Math.max(nowMs, lastMs, after === undefined ? 0 : after[0] + 1);
      last = [ms, ms === last[0] ? last[1] + 1 : 0, node];
      return last;
    },
  };
}

/** By UTF-16 units, the same on every machine. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
