export interface RestartSchedule {
  /** Daily times, `HH:MM`, in the local time of Palatine. */
  readonly Daily: readonly string[];
  /** Hours after the last restart; 0 for never. */
  readonly EveryHours: number;
}

/** A daily time that has passed by more is skipped: nobody expects the restart of 04:00 at noon. */
export const FIRE_WINDOW_MS = 2 * 60_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAILY = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * When the next restart is due, in ms since 1970: due now if that is not after `nowMs`. `lastMs`: the last one, or the
 * start of the schedule. Undefined for a schedule without a time.
 *
 * A daily time that was missed by more than the fire window, while the machine slept, is skipped; a missed interval
 * is due at once. On the day that clocks go forward, a time within the missing hour is due as much
 * later; on the day that they go back, only the first of two equal times is.
 */
export function nextDue(schedule: RestartSchedule, lastMs: number, nowMs: number): number | undefined {
  const sinceMs = sinceOf(lastMs, nowMs);
  const daily = dailyTimes(schedule.Daily, nowMs).find((ms) => ms > sinceMs && ms >= nowMs - FIRE_WINDOW_MS);
  const interval = schedule.EveryHours > 0 ? sinceMs + schedule.EveryHours * HOUR_MS : undefined;
  if (daily === undefined || interval === undefined) return daily ?? interval;
  return Math.min(daily, interval);
}

/** The latest daily time since `lastMs` that was missed, for people; undefined without one. */
export function lastMissed(
  schedule: Pick<RestartSchedule, 'Daily'>,
  lastMs: number,
  nowMs: number,
): number | undefined {
  const sinceMs = sinceOf(lastMs, nowMs);
  return dailyTimes(schedule.Daily, nowMs).findLast((ms) => ms > sinceMs && ms < nowMs - FIRE_WINDOW_MS);
}

/** A clock set back by less than a day repeats nothing; one that was far ahead must not stop the schedule. */
function sinceOf(lastMs: number, nowMs: number): number {
  return lastMs > nowMs + DAY_MS ? nowMs : lastMs;
}

/** The moments of the daily times from yesterday on, for four days, in order. */
function dailyTimes(times: readonly string[], nowMs: number): number[] {
  const now = new Date(nowMs);
  const moments = [-1, 0, 1, 2, 3].flatMap((days) =>
    times.map((time) => {
      const [hour, minute] = hourAndMinute(time);
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour, minute).getTime();
    }),
  );
  return [...new Set(moments)].sort((one, other) => one - other);
}

function hourAndMinute(time: string): [number, number] {
  if (!DAILY.test(time)) throw new RangeError(`${time} is not a time of day, such as 04:30`);
  return [Number(time.slice(0, 2)), Number(time.slice(3))];
}
