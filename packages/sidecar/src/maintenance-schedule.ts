import type { ServerFile } from '@palatine/data-dir/server-file';
import type { MaintenanceRunner } from './maintenance/maintenance-runner.ts';
import { lastMissed, nextDue } from './maintenance/schedule.ts';
import type { MaintenanceParts } from './maintenance-tools.ts';
import type { ProcessState } from './process/server-control.ts';

interface ScheduleParts extends Pick<MaintenanceParts, 'control' | 'link' | 'backups' | 'clock' | 'log'> {
  readonly settings: Pick<ServerFile, 'Maintenance' | 'Backups'>;
  readonly runner: MaintenanceRunner;
  readonly pending: () => Promise<number>;
}

const LOOK_EVERY_MS = 10_000;
const HOUR_MS = 3_600_000;
const SCHEDULE = 'schedule';

/** Starts maintenances and backups when they are due, and delivers into a server that was stopped. */
export class MaintenanceSchedule {
  readonly #parts: ScheduleParts;
  /** Start of the schedule, in ms since 1970. */
  #sinceMs: number;
  #missedMs = 0;
  #backUpNotBeforeMs = 0;
  #cancel: () => void = () => {};
  #looking = false;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
    this.#sinceMs = Date.parse(parts.runner.last()?.StartedAt ?? '') || parts.clock.now();
  }

  /** When the next scheduled maintenance is due, in ms since 1970; undefined without a schedule. */
  get nextAtMs(): number | undefined {
    const { settings, clock } = this.#parts;
    return nextDue(settings.Maintenance, this.#sinceMs, clock.now());
  }

  start(): void {
    this.#cancel = this.#parts.clock.every(LOOK_EVERY_MS, () => this.#look());
  }

  stop(): void {
    this.#cancel();
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      const process = await this.#parts.control.state();
      this.#parts.link.processState(
        process === 'Running' ? 'running' : process === 'Stopped' ? 'stopped' : 'unknown',
      );
      if (this.#parts.runner.running() === undefined) await this.#lookAtServer(process);
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'the schedule could not check the game server');
    } finally {
      this.#looking = false;
    }
  }

  async #lookAtServer(process: ProcessState): Promise<void> {
    const { runner, link } = this.#parts;
    if (process === 'Stopped' || link.status.state === 'Offline') await runner.onServerFoundStopped();
    await this.#maintainWhenDue();
    await this.#backUpWhenDue();
  }

  async #maintainWhenDue(): Promise<void> {
    const { settings, clock, runner, link, log } = this.#parts;
    const { Maintenance } = settings;
    const nowMs = clock.now();
    const dueMs = nextDue(Maintenance, this.#sinceMs, nowMs);
    const missedMs = lastMissed(Maintenance, this.#sinceMs, nowMs);
    if (missedMs !== undefined && missedMs > this.#missedMs) {
      log.warn(
        { missed: new Date(missedMs).toISOString() },
        'a maintenance was missed, and runs at its next time',
      );
      this.#missedMs = missedMs;
    }
    if (dueMs === undefined || dueMs > nowMs || runner.running() !== undefined) return;
    this.#sinceMs = nowMs;
    if (Maintenance.SkipWhilePlayersOnline && link.status.roster.players.length > 0) {
      return log.info('a maintenance was skipped, since players are online');
    }
    if ((await this.#parts.pending()) > 0) runner.start({ Action: 'Deliver' }, SCHEDULE);
    else if (Maintenance.RestartWithoutDeliveries) runner.start({ Action: 'Restart' }, SCHEDULE);
  }

  async #backUpWhenDue(): Promise<void> {
    const { settings, clock, backups, runner, log } = this.#parts;
    const { EveryHours } = settings.Backups;
    const nowMs = clock.now();
    if (EveryHours === 0 || nowMs < this.#backUpNotBeforeMs || runner.running() !== undefined) return;
    if (nowMs - backups.newestMs() < EveryHours * HOUR_MS) return;
    try {
      log.info({ backup: (await backups.make(SCHEDULE)).Name }, 'the save of the game server was backed up');
    } catch (error) {
      this.#backUpNotBeforeMs = nowMs + Math.min(HOUR_MS, EveryHours * HOUR_MS); // do not retry every ten seconds
      log.warn({ err: error }, 'the save of the game server could not be backed up');
    }
  }
}
