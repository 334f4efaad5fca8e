import { SentenceError, sentence } from '@palatine/contract';
import { pause } from '@palatine/platform/clock';
import { type CycleRun, type CycleTools, commitStep, type StepWork } from './cycle-run.ts';
import { presenceOf, processStartMs, waitForPresence, worldOf } from './server-presence.ts';
import { settleBatches, UPTIME_ROUNDING_MS } from './settle-batches.ts';
import { CanceledError } from './stop-steps.ts';

const START_TRIES = 3;
const START_AGAIN_MS = 5_000;
const LOOK_EVERY_MS = 500;

export const starting: StepWork = async (run) => {
  const { tools, entry, canceled } = run;
  const { link, control } = tools;
  if (entry.foundStopped) {
    if (entry.written > 0) run.note(sentence('maintenance.inGameSoon'));
    return 'Done';
  }
  link.expectStart();
  if (control.isAutomatic) {
    run.say(sentence('maintenance.starts'));
    await startServer(tools);
    return 'Verifying';
  }
  run.say(sentence('maintenance.startIt'));
  await waitForPresence(tools, ['Up'], Number.POSITIVE_INFINITY, canceled);
  if (canceled.aborted) throw new CanceledError();
  return 'Verifying';
};

async function startServer({ control, clock, report }: CycleTools): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await control.start();
    } catch (error) {
      if (tries >= START_TRIES) throw error;
      report.warn({ err: error }, 'the game server could not be started; retrying');
      await pause(clock, START_AGAIN_MS);
    }
  }
}

/** Waits until the server serves the world of the save, and compares it with the written one. */
export const verifying: StepWork = async (run) => {
  const { tools } = run;
  run.say(sentence('maintenance.verifies'));
  await waitForWorld(run);
  await assertStartedAfter(run);
  tools.mirror.resume();
  await tools.mirror.syncNow();
  if (run.entry.placedAtMs !== null) {
    const differences = await tools.mirror.verify();
    if (differences.length > 0) {
      const shown = differences.slice(0, 3).join('; ');
      throw new SentenceError(sentence('maintenance.differs', { differences: shown }));
    }
  }
  await storeDelivered(run);
  return 'Done';
};

/** Rejects if the server does not serve the world of the save within the time of the settings. */
async function waitForWorld({ tools, entry }: CycleRun): Promise<void> {
  const { link, clock, folder } = tools;
  const seconds = tools.settings().Control.StartTimeoutSeconds;
  const endMs = clock.elapsed() + seconds * 1000;
  const wanted = worldOf(folder) ?? entry.worldGuid;
  for (;;) {
    const info = await link.info();
    if (info.ok && (wanted === '' || (info.value.worldGuid ?? wanted) === wanted)) return;
    if (info.ok) {
      const served = info.value.worldGuid ?? '';
      throw new SentenceError(sentence('maintenance.servesOther', { served, wanted }));
    }
    if (clock.elapsed() >= endMs) {
      throw new SentenceError(sentence('maintenance.noAnswer', { seconds, reason: info.failure.text }));
    }
    await pause(clock, LOOK_EVERY_MS);
  }
}

/** If the server does not report its uptime, our having seen it down and started it has to do. */
async function assertStartedAfter(run: CycleRun): Promise<void> {
  const { tools, entry } = run;
  if (entry.placedAtMs === null) return;
  const startedAtMs = await processStartMs(tools);
  if (startedAtMs === undefined || startedAtMs >= entry.placedAtMs - UPTIME_ROUNDING_MS) return;
  // Each batch by its own time: the server may have read an earlier one.
  await settleBatches(run, { isDown: false, startedAtMs });
  throw new SentenceError(sentence('maintenance.startedWithout'));
}

async function storeDelivered(run: CycleRun): Promise<void> {
  const { tools } = run;
  const { batches } = await commitStep(tools, { step: 'read' });
  let { delivered } = run.entry;
  for (const { id, state, folder, deliveries } of batches) {
    if (folder !== tools.folder || state !== 'written' || run.journal.record.stale.includes(id)) continue;
    await commitStep(tools, { step: 'delivered', batch: id });
    delivered += deliveries.length;
  }
  run.update({ delivered, written: 0 });
}

/** Starts the server in any case. @returns whether it answers. */
export async function ensureUp(run: CycleRun): Promise<boolean> {
  const { tools } = run;
  tools.link.expectStart();
  if (!tools.control.isAutomatic || run.entry.foundStopped) return (await presenceOf(tools.link)) === 'Up';
  await startServer(tools);
  return waitForPresence(tools, ['Up'], tools.settings().Control.StartTimeoutSeconds * 1000);
}
