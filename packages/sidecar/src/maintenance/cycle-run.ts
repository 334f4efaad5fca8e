import type { MaintenanceStep } from '@palatine/contract';
import type { DeliveryStep, DeliveryWork } from '@palatine/engine/calls';
import { pause } from '@palatine/platform/clock';
import type { CycleTools } from './cycle-tools.ts';
import type { MaintenanceJournal, RunningMaintenance } from './maintenance-journal.ts';

const MAX_NOTES = 50;
const NOTE_CHARS = 500;

export type StepWork = (run: CycleRun) => Promise<MaintenanceStep>;

export function cycleRun(tools: CycleTools, journal: MaintenanceJournal, canceled: AbortSignal) {
  let message = '';
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
    /** Durable on return. */
    update,
    /** Likewise, but takes effect even if it cannot be written. */
    keep,
    note(text: string): void {
      const { notes } = entryOf();
      const cut = text.slice(0, NOTE_CHARS);
      if (cut !== '' && !notes.includes(cut) && notes.length < MAX_NOTES) keep({ notes: [...notes, cut] });
    },
    /** Sets the current activity, for people, and logs it. */
    say(text: string): void {
      message = text;
      const { id, action, step } = entryOf();
      tools.report.info({ id, action, step }, text);
    },
    get message(): string {
      return message;
    },
  };
}

export type CycleRun = ReturnType<typeof cycleRun>;

const TRIES = 5;
const RETRY_MS = 1_000;

/** Stores a repeatable step of a delivery, retrying while the disk does not take it. Rejects if it cannot be stored. */
export async function commitStep(
  { game, clock, report }: Pick<CycleTools, 'game' | 'clock' | 'report'>,
  step: Exclude<DeliveryStep, { step: 'begin' }>,
): Promise<DeliveryWork> {
  for (let tries = 1; ; tries++) {
    try {
      return await game.deliveryStep(step);
    } catch (error) {
      if (tries >= TRIES) throw error;
      report.warn({ step: step.step, err: error }, 'a step of a delivery could not be stored yet');
      await pause(clock, RETRY_MS);
    }
  }
}
