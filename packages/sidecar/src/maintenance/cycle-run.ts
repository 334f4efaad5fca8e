import type { MaintenanceStep, Sentence } from '@palatine/contract';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import type { ServerFile } from '@palatine/data-dir/server-file';
import type { DeliveryStep, DeliveryWork, ServiceNote } from '@palatine/engine/calls';
import type { Game } from '@palatine/engine/game';
import { type Clock, pause } from '@palatine/platform/clock';
import type { assertNotRunning } from '@palatine/save-tools/at-rest';
import type { ServerControl } from '../process/control.ts';
import type { GameServerClient } from '../rest/game-server-client.ts';
import type { GameServerLink } from '../rest/link.ts';
import type { LinkReporter } from '../rest/link-memory.ts';
import type { MaintenanceJournal, RunningMaintenance } from './maintenance-journal.ts';
import type { RunSaveJob } from './save-jobs.ts';

export interface CycleLink
  extends Pick<GameServerClient, 'announce' | 'save' | 'shutdown' | 'info' | 'metrics'>,
    Pick<GameServerLink, 'expectStop' | 'expectStart' | 'enterMaintenance' | 'leaveMaintenance'> {
  /** Number of players online; undefined if unknown. */
  playersOnline(): number | undefined;
  /** Whether its image has paused the empty server, after a save. */
  isPaused(): boolean;
}

/** The mirror of the game server's world, around an edit of its save. */
export interface CycleMirror {
  /** Reads no save until `resume`. */
  pause(): void;
  resume(): void;
  /** Resolves once the present save is served. */
  syncNow(): Promise<void>;
  /** Differences between the served and the written world; empty if the game has saved since. */
  verify(): Promise<readonly string[]>;
}

export interface CycleTools {
  readonly link: CycleLink;
  readonly control: ServerControl;
  readonly writes: Pick<Game['writes'], 'deliveryStep'> & { note(note: ServiceNote): Promise<unknown> };
  readonly mirror: CycleMirror;
  /** Backs up the save folder of the stopped server. @returns the name of the backup. */
  readonly backup: () => Promise<string>;
  readonly restore: (name: string) => Promise<void>;
  readonly saveJobs: RunSaveJob;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The world folder, with links resolved. */
  readonly folder: string;
  readonly data: DataPaths;
  /** Random name of this history of the world; '' if unknown. */
  readonly incarnation: () => string;
  readonly settings: () => Pick<ServerFile, 'Control' | 'Maintenance' | 'Backups'>;
  /** Port of the REST interface on this machine; undefined for a server on another one. */
  readonly restPort: number | undefined;
  readonly assertNotRunning?: typeof assertNotRunning;
  readonly report: LinkReporter;
}

/** Time without changes of files, for a server stopped by our control. */
export const STOPPED_SETTLED_MS = 2_000;
/** Likewise for one stopped otherwise, of which only a closed port and unchanged files show that it is down. */
export const FOUND_SETTLED_MS = 60_000;

const MAX_NOTES = 50;

export type StepWork = (run: CycleRun) => Promise<MaintenanceStep>;

export function cycleRun(tools: CycleTools, journal: MaintenanceJournal, canceled: AbortSignal) {
  let message: Sentence = { Message: '' };
  const entryOf = () => {
    const { running } = journal.record;
    if (running === null) throw new Error('no maintenance is running');
    return running;
  };
  const update = (change: Partial<RunningMaintenance>) =>
    journal.write({ running: { ...entryOf(), ...change } });
  const keep = (change: Partial<RunningMaintenance>) => {
    const error = journal.keep({ running: { ...entryOf(), ...change } });
    if (error !== undefined)
      tools.report.warn({ err: error }, 'the journal of a maintenance was not written');
  };
  return {
    tools,
    journal,
    canceled,
    get entry(): RunningMaintenance {
      return entryOf();
    },
    /** Time without changes of the save after which the server counts as stopped. */
    get settledMs(): number {
      const isOurs = tools.control.isAutomatic && !entryOf().foundStopped;
      return isOurs ? STOPPED_SETTLED_MS : FOUND_SETTLED_MS;
    },
    /** Durable on return. */
    update,
    /** Likewise, but takes effect even if it cannot be written. */
    keep,
    note(note: Sentence): void {
      const { notes } = entryOf();
      const isNew = notes.every(({ Message }) => Message !== note.Message);
      if (isNew && notes.length < MAX_NOTES) keep({ notes: [...notes, note] });
    },
    /** Sets the current activity, for people, and logs it. */
    say(activity: Sentence): void {
      message = activity;
      const { id, action, step } = entryOf();
      tools.report.info({ id, action, step }, activity.Message);
    },
    get message(): Sentence {
      return message;
    },
  };
}

export type CycleRun = ReturnType<typeof cycleRun>;

const TRIES = 5;
const RETRY_MS = 1_000;

/** Stores a repeatable step of a delivery, retrying while the disk does not take it. Rejects if it cannot be stored. */
export async function commitStep(
  { writes, clock, report }: Pick<CycleTools, 'writes' | 'clock' | 'report'>,
  step: Exclude<DeliveryStep, { step: 'begin' }>,
): Promise<DeliveryWork> {
  for (let tries = 1; ; tries++) {
    try {
      return await writes.deliveryStep(step);
    } catch (error) {
      if (tries >= TRIES) throw error;
      report.warn({ step: step.step, err: error }, 'a step of a delivery could not be stored yet');
      await pause(clock, RETRY_MS);
    }
  }
}
