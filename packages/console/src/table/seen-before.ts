const DAY_MS = 86_400_000;

/** More days than any world is old. */
const MOST_DAYS = 10_000;

/** The moment before which somebody was seen last who was away for so many days, as an address says it; undefined for no such filter. */
export function seenBefore(days: string | null, nowMs: number): string | undefined {
  const count = Number(days);
  return count > 0 && count < MOST_DAYS ? new Date(nowMs - count * DAY_MS).toISOString() : undefined;
}
