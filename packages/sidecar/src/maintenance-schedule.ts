import type { ServerFile } from '@palatine/data-dir/server-file';
import type { MaintenanceRunner } from './maintenance/maintenance-runner.ts';
import type { MaintenanceParts } from './maintenance-tools.ts';
import type { ProcessState } from './rest/server-facts.ts';

interface ScheduleParts extends Pick<MaintenanceParts, 'control' | 'link' | 'backups' | 'clock' | 'log'> {
  readonly settings: Pick<ServerFile, 'Maintenance' | 'Backups'>;
  readonly runner: MaintenanceRunner;
  readonly pending: () => Promise<number>;
}

const LOOK_EVERY_MS = 10_000;
const HOUR_MS = 3_600_000;
const SCHEDULE = 'schedule';

/** Starts maintenances and backups when they are due, and delivers into a server that was stopped. */
export function maintenanceSchedule(parts: ScheduleParts) {
  const { settings, runner, control, link, backups, pending, clock, log } = parts;
  const { Maintenance, Backups } = settings;
  /** Start of the schedule, in ms since 1970. */
  let sinceMs = Date.parse(runner.last()?.StartedAt ?? '') || clock.now();
  let reportedMs = 0;
  let backUpNotBeforeMs = 0;
  let cancel: () => void = () => {};
  let looking = false;

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      const process = await control.state();
      link.processState(process);
      if (runner.running() === undefined) await lookAtServer(process);
    } catch (error) {
      log.warn({ err: error }, 'the schedule could not check the game server');
    } finally {
      looking = false;
    }
  }

  async function lookAtServer(process: ProcessState): Promise<void> {
    if (process === 'Stopped' || link.status.state === 'Offline') await runner.onServerFoundStopped();
    await maintainWhenDue();
    await backUpWhenDue();
  }

  async function maintainWhenDue(): Promise<void> {
    const nowMs = clock.now();
    const dueMs = nextDue(Maintenance, sinceMs, nowMs);
    const missedMs = lastMissed(Maintenance, sinceMs, nowMs);
    if (missedMs !== undefined && missedMs > reportedMs) {
      const missed = new Date(missedMs).toISOString();
      log.warn({ missed }, 'a maintenance was missed, and runs at its next time');
      reportedMs = missedMs;
    }
    if (dueMs === undefined || dueMs > nowMs || runner.running() !== undefined) return;
    sinceMs = nowMs;
    if (Maintenance.SkipWhilePlayersOnline && link.status.roster.players.length > 0) {
      return log.info('a maintenance was skipped, since players are online');
    }
    if ((await pending()) > 0) runner.start({ Action: 'Deliver' }, SCHEDULE);
    else if (Maintenance.RestartWithoutDeliveries) runner.start({ Action: 'Restart' }, SCHEDULE);
  }

  async function backUpWhenDue(): Promise<void> {
    const { EveryHours } = Backups;
    const nowMs = clock.now();
    if (EveryHours === 0 || nowMs < backUpNotBeforeMs || runner.running() !== undefined) return;
    if (nowMs - backups.newestMs() < EveryHours * HOUR_MS) return;
    try {
      log.info({ backup: (await backups.make(SCHEDULE)).Name }, 'the save of the game server was backed up');
    } catch (error) {
      backUpNotBeforeMs = nowMs + Math.min(HOUR_MS, EveryHours * HOUR_MS); // do not retry every ten seconds
      log.warn({ err: error }, 'the save of the game server could not be backed up');
    }
  }

  return {
    start(): void {
      cancel = clock.every(LOOK_EVERY_MS, look);
    },
    stop: () => cancel(),
    /** When the next scheduled maintenance is due, in ms since 1970; undefined without a schedule. */
    nextAtMs: () => nextDue(Maintenance, sinceMs, clock.now()),
  };
}

/** Daily times, `HH:MM`, in the local time of Palatine, and hours after the last restart; 0 for never. */
export type RestartSchedule = Pick<ServerFile['Maintenance'], 'Daily' | 'EveryHours'>;

/** A daily time that has passed by more is skipped: nobody expects the restart of 04:00 at noon. */
export const FIRE_WINDOW_MS = 2 * 60_000;

const DAY_MS = 24 * HOUR_MS;

/**
 * When the next restart is due, in ms since 1970; `lastMs`: the last one, or the start of the schedule. A daily time
 * missed by more than the fire window is skipped; a missed interval is due at once. When clocks go forward, a time
 * within the missing hour is due as much later; when they go back, only the first of two equal times is.
 */
export function nextDue(schedule: RestartSchedule, lastMs: number, nowMs: number): number | undefined {
  const sinceMs = sinceOf(lastMs, nowMs);
  const daily = dailyTimes(schedule.Daily, nowMs).find((ms) => ms > sinceMs && ms >= nowMs - FIRE_WINDOW_MS);
  const interval = schedule.EveryHours > 0 ? sinceMs + schedule.EveryHours * HOUR_MS : undefined;
  if (daily === undefined || interval === undefined) return daily ?? interval;
  return Math.min(daily, interval);
}

/** The latest daily time since `lastMs` that was missed, for people; undefined without one. */
export function lastMissed({ Daily }: RestartSchedule, lastMs: number, nowMs: number): number | undefined {
  const sinceMs = sinceOf(lastMs, nowMs);
  return dailyTimes(Daily, nowMs).findLast((ms) => ms > sinceMs && ms < nowMs - FIRE_WINDOW_MS);
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
      const [hour, minute] = time.split(':').map(Number);
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour, minute).getTime();
    }),
  );
  return [...new Set(moments)].sort((a, b) => a - b);
}
