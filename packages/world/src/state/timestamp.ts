import type { Timestamp } from '@palatine/contract';

/** A moment in UTC components; Month is 1 to 12. */
export function timestampAt(atMs: number): Timestamp {
  const date = new Date(atMs);
  return {
    UTC: Math.floor(atMs / 1000),
    Year: date.getUTCFullYear(),
    Month: date.getUTCMonth() + 1,
    Day: date.getUTCDate(),
    Hour: date.getUTCHours(),
    Min: date.getUTCMinutes(),
    Sec: date.getUTCSeconds(),
    Msec: date.getUTCMilliseconds(),
  };
}
