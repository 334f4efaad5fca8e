import { type CycleRun, commitStep, type StepWork } from './cycle-run.ts';
import {
  processStartMs,
  settledMsOf,
  WAITING_LOOK_MS,
  waitForPresence,
  waitForSave,
  waitUntilDown,
  whyNotDown,
} from './server-presence.ts';
import { settleBatches } from './settle-batches.ts';
import { ensureUp } from './start-steps.ts';
import { stopServer } from './stop-steps.ts';

/** A server that was asked to stop may still do so; it is watched for this long. */
const STEADY_MS = 15_000;
const START_ROUNDS = 3;

/** After a failure: restores the save, and starts the server. */
export const rollingBack: StepWork = async (run) => {
  const { tools } = run;
  run.say('the save is being restored, and the server started');
  if (run.entry.placedAtMs !== null) await takeOut(run);
  if (await bringUp(run)) await settleRunning(run);
  else if (tools.control.isAutomatic && !run.entry.foundStopped) {
    run.note('the server does not answer; check why it does not start');
  } else run.note('the server is down, and can be started');
  tools.mirror.resume();
  return 'Done';
};

/** A batch that was begun, and is not in the save, is pending again at once. */
async function settleRunning({ tools, entry, journal }: CycleRun): Promise<void> {
  const server = { isDown: false, startedAtMs: await processStartMs(tools) } as const;
  await settleBatches(tools, journal, server, settledMsOf(tools, entry.foundStopped));
}

/** Reverts the batch in the save, which takes a stopped server. */
async function takeOut(run: CycleRun): Promise<void> {
  const { tools, entry } = run;
  const settledMs = settledMsOf(tools, entry.foundStopped);
  try {
    await bringDown(run, settledMs);
    if (entry.action === 'Restore') await tools.restore(entry.backup);
    else await takeOutBatches(run, settledMs);
    run.keep({ placedAtMs: null, written: 0 });
    run.note('the written changes were reverted');
  } catch (error) {
    run.note(`the written changes could not be reverted: ${(error as Error).message}`);
  }
}

async function bringDown(run: CycleRun, settledMs: number): Promise<void> {
  const { tools, entry, journal } = run;
  if ((await whyNotDown(tools, settledMs)) === '') return;
  tools.link.enterMaintenance();
  tools.mirror.pause();
  // The world of a server that ran with an older one belongs to its players: it is kept.
  if (journal.record.stale.length > 0) await keepItsWorld(run);
  if (tools.control.isAutomatic && !entry.foundStopped) return stopServer(tools);
  run.say(
    'stop the game server now, yourself: the save is restored once the server has been down for a minute',
  );
  await waitUntilDown(tools, { settledMs, timeoutMs: Number.POSITIVE_INFINITY, everyMs: WAITING_LOOK_MS });
}

async function keepItsWorld({ tools }: CycleRun): Promise<void> {
  const requestedAtMs = tools.clock.now();
  if ((await tools.link.save()).ok) await waitForSave(tools.folder, requestedAtMs, tools.clock);
}

/** Newest first. If the server ran with an older world, its saves stay; else everything is restored. */
async function takeOutBatches({ tools, entry, journal }: CycleRun, settledMs: number): Promise<void> {
  const { clock, folder, restPort, saveJobs } = tools;
  const read = await commitStep(tools, { step: 'read' });
  const batches = read.batches.filter((batch) => batch.folder === folder);
  const { halfDone } = await saveJobs('inspect', { folder, batches, isDown: true, restPort });
  if (halfDone) await saveJobs('forgetHalfDone', { folder });
  const { stale } = journal.record;
  for (const batch of batches.toSorted((one, other) => other.atMs - one.atMs)) {
    if (stale.includes(batch.id)) continue;
    await saveJobs('revert', { folder, batch, which: 'All', nowMs: clock.now(), restPort, settledMs });
    await commitStep(tools, { step: 'reverted', batch: batch.id, reason: entry.failure });
  }
  if (stale.length > 0) await settleBatches(tools, journal, { isDown: true }, settledMs);
}

/** Whether the server answers, and keeps answering. */
async function bringUp(run: CycleRun): Promise<boolean> {
  const { control } = run.tools;
  const rounds = control.isAutomatic ? START_ROUNDS : 1;
  // One that was asked to stop, and was never seen down, may stop later.
  const mayStop = control.isAutomatic && run.entry.backup === '';
  for (let round = 1; round <= rounds; round++) {
    try {
      if ((await ensureUp(run)) && (!mayStop || !(await waitForPresence(run.tools, ['Down'], STEADY_MS))))
        return true;
    } catch (error) {
      run.note((error as Error).message);
    }
  }
  return false;
}
