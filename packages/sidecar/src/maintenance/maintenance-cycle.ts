import {
  type Maintenance,
  type MaintenanceStep,
  type Sentence,
  sentence,
  sentenceOf,
  sentences,
} from '@palatine/contract';
import { type CycleRun, type CycleTools, commitStep, cycleRun, type StepWork } from './cycle-run.ts';
import type { MaintenanceJournal, RunningMaintenance } from './maintenance-journal.ts';
import {
  processStartMs,
  WAITING_LOOK_MS,
  waitForPresence,
  waitForSave,
  waitUntilDown,
  whyNotDown,
} from './server-presence.ts';
import { settleBatches, takeOutBatch } from './settle-batches.ts';
import { ensureUp, starting, verifying } from './start-steps.ts';
import { backingUp, CanceledError, countingDown, saving, stopping, stopServer } from './stop-steps.ts';
import { editing, restoring } from './write-steps.ts';

const STEPS: Readonly<Record<Exclude<MaintenanceStep, 'Done'>, StepWork>> = {
  Countdown: countingDown,
  Saving: saving,
  Stopping: stopping,
  BackingUp: backingUp,
  Editing: editing,
  Restoring: restoring,
  Starting: starting,
  Verifying: verifying,
  RollingBack: rollingBack,
};

const ROUTE = 'palatine maintenance';
const FAILURE_CHARS = 1_000;

/**
 * Runs the maintenance of the journal to its end, and returns that. Each step is on disk before it begins, and can be
 * repeated after an interruption (docs/decisions/0012). Never rejects.
 */
export async function runCycle(
  tools: CycleTools,
  journal: MaintenanceJournal,
  canceled: AbortSignal,
  onRun: (run: CycleRun) => void = () => {},
): Promise<Maintenance> {
  const run = cycleRun(tools, journal, canceled);
  onRun(run);
  let isCanceled = false;
  while (run.entry.step !== 'Done') {
    const { step } = run.entry;
    const before = run.message;
    try {
      const next = await STEPS[step](run);
      await noteStep(run, step, 'OK', run.message === before ? '' : run.message.Message);
      run.keep({ step: next });
      if (next === 'Done') run.say(sentence('maintenance.ends'));
    } catch (error) {
      isCanceled = error instanceof CanceledError;
      const failure = isCanceled ? null : shortened(sentenceOf(error));
      if (failure !== null) await noteStep(run, step, 'REQUEST_FAILED', failure.Message);
      keepFailure(run, error, failure);
    }
  }
  return end(run, isCanceled);
}

/** A canceled one has changed nothing, or has installed the files and only waits for somebody. */
function keepFailure(run: CycleRun, error: unknown, failure: Sentence | null): void {
  const { step, failure: former } = run.entry;
  if (error instanceof CanceledError) return run.keep({ step: 'Done' });
  run.tools.report.warn({ step, err: error }, 'a step of a maintenance failed');
  if (step === 'RollingBack') return run.keep({ step: 'Done', failure: former ?? failure });
  run.keep({ step: step === 'Countdown' ? 'Done' : 'RollingBack', failure });
}

async function end(run: CycleRun, isCanceled: boolean): Promise<Maintenance> {
  const { tools, journal, entry } = run;
  tools.mirror.resume();
  tools.link.leaveMaintenance();
  await prune(tools);
  const outcome = entry.failure !== null ? 'Failed' : isCanceled ? 'Canceled' : 'Done';
  const message = endMessage(entry, isCanceled);
  const ended = { ...endedMaintenance(tools, entry, outcome, message), Delivered: entry.delivered };
  await noteEnd(tools, ended);
  const error = journal.keep({ running: null, last: ended });
  if (error !== undefined) tools.report.warn({ err: error }, 'the end of a maintenance was not written');
  return ended;
}

/** Ends an interrupted maintenance and reports it, leaving files and server as they are. */
export async function setAside(
  tools: CycleTools,
  journal: MaintenanceJournal,
  running: RunningMaintenance,
  why: Sentence,
): Promise<void> {
  const nowMs = tools.clock.now();
  const { id, action, step, delivered } = running;
  const values = { step, why: [why], file: journal.copyAside(nowMs) };
  const message = sentence('maintenance.setAside', values);
  tools.report.warn({ id, action, step }, message.Message);
  const last = { ...endedMaintenance(tools, running, 'Failed', message), Delivered: delivered };
  journal.write({ running: null, last });
  await noteEnd(tools, last);
}

/** Deletes expired backups that deliveries left beside the world folder. */
async function prune({ writes, saveJobs, clock, folder, settings, report }: CycleTools): Promise<void> {
  const { KeepDays: keepDays, KeepAtLeast: keepAtLeast } = settings().Backups;
  try {
    const { batches } = await writes.deliveryStep({ step: 'read' });
    const openBatches = batches.map(({ id }) => id);
    await saveJobs('prune', { folder, nowMs: clock.now(), keepDays, keepAtLeast, openBatches });
  } catch (error) {
    report.warn({ err: error }, 'old backups of edits could not be removed');
  }
}

/** A failure with at most FAILURE_CHARS characters: an error may quote a file. */
function shortened(failure: Sentence): Sentence {
  const { Message } = failure;
  return Message.length <= FAILURE_CHARS ? failure : { Message: Message.slice(0, FAILURE_CHARS) };
}

function endMessage(entry: RunningMaintenance, isCanceled: boolean): Sentence {
  const { failure, delivered, written, notes } = entry;
  const parts = failure === null ? [] : [failure];
  if (isCanceled) parts.push(sentence('maintenance.canceled'));
  if (delivered > 0) parts.push(sentence('maintenance.inGame', { count: delivered }));
  if (written > 0) parts.push(sentence('maintenance.inSave', { count: written }));
  parts.push(...notes);
  return parts.length === 0 ? sentence('maintenance.restarted') : sentences(parts);
}

export function shownMaintenance({ entry, message }: CycleRun): Maintenance {
  const { step, stopAtMs } = entry;
  const StopAt =
    step === 'Countdown' && stopAtMs !== null ? { StopAt: new Date(stopAtMs).toISOString() } : {};
  return { ...factsOf(entry), ...StopAt, ...message };
}

export function endedMaintenance(
  { clock }: Pick<CycleTools, 'clock'>,
  entry: RunningMaintenance,
  Outcome: Required<Maintenance>['Outcome'],
  message: Sentence,
): Maintenance {
  return { ...factsOf(entry), EndedAt: new Date(clock.now()).toISOString(), Outcome, ...message };
}

function factsOf({ id, action, step, startedAtMs }: RunningMaintenance) {
  return { Id: id, Action: action, Step: step, StartedAt: new Date(startedAtMs).toISOString() };
}

function noteEnd(tools: CycleTools, ended: Maintenance): Promise<void> {
  const { Id: id, Action: action, Outcome: outcome = 'Done', Delivered: delivered = 0 } = ended;
  const { Message: message, Code: code, Values: values } = ended;
  const worded = { message, ...(code !== undefined && { code }), ...(values !== undefined && { values }) };
  const result = outcome === 'Failed' ? 'REQUEST_FAILED' : 'OK';
  return note(tools, {
    audit: { route: ROUTE, target: 'Done', outcome: result, summary: message },
    event: { type: 'maintenance.ended', data: { id, action, outcome, delivered, ...worded } },
  });
}

function noteStep(run: CycleRun, step: MaintenanceStep, outcome: 'OK' | 'REQUEST_FAILED', summary: string) {
  const { id, action } = run.entry;
  // What a step does is logged as it begins, by `say`.
  run.tools.report.info(
    { id, action, step, outcome },
    `maintenance: ${step}${outcome === 'OK' ? '' : `: ${summary}`}`,
  );
  return note(run.tools, { audit: { route: ROUTE, target: step, outcome, summary } });
}

/** Audit errors stop nothing: a server that is down has to come up again. */
async function note(tools: CycleTools, entry: Parameters<CycleTools['writes']['note']>[0]): Promise<void> {
  try {
    await tools.writes.note(entry);
  } catch (error) {
    tools.report.warn({ err: error }, 'a step of a maintenance could not be audited');
  }
}

/** A server that was asked to stop may still do so; it is watched for this long. */
const STEADY_MS = 15_000;
const START_ROUNDS = 3;

/** After a failure: restores the save, and starts the server. */
async function rollingBack(run: CycleRun): Promise<MaintenanceStep> {
  const { tools } = run;
  run.say(sentence('maintenance.rollingBack'));
  if (run.entry.placedAtMs !== null) await takeOut(run);
  if (await bringUp(run)) await settleRunning(run);
  else if (tools.control.isAutomatic && !run.entry.foundStopped) {
    run.note(sentence('maintenance.silent'));
  } else run.note(sentence('maintenance.down'));
  tools.mirror.resume();
  return 'Done';
}

/** A batch that was begun, and is not in the save, is pending again at once. */
async function settleRunning(run: CycleRun): Promise<void> {
  await settleBatches(run, { isDown: false, startedAtMs: await processStartMs(run.tools) });
}

/** Reverts the batch in the save, which takes a stopped server. */
async function takeOut(run: CycleRun): Promise<void> {
  const { tools, entry } = run;
  try {
    await bringDown(run);
    if (entry.action === 'Restore') await tools.restore(entry.backup);
    else await takeOutBatches(run);
    run.keep({ placedAtMs: null, written: 0 });
    run.note(sentence('maintenance.reverted'));
  } catch (error) {
    run.note(sentence('maintenance.notReverted', { reason: [sentenceOf(error)] }));
  }
}

async function bringDown(run: CycleRun): Promise<void> {
  const { tools, entry, journal, settledMs } = run;
  if ((await whyNotDown(tools, settledMs)) === undefined) return;
  tools.link.enterMaintenance();
  tools.mirror.pause();
  // The world of a server that ran with an older one belongs to its players: it is kept.
  if (journal.record.stale.length > 0) await keepItsWorld(run);
  if (tools.control.isAutomatic && !entry.foundStopped) return stopServer(tools);
  run.say(sentence('maintenance.stopToRestore'));
  await waitUntilDown(tools, { settledMs, timeoutMs: Number.POSITIVE_INFINITY, everyMs: WAITING_LOOK_MS });
}

async function keepItsWorld({ tools }: CycleRun): Promise<void> {
  const requestedAtMs = tools.clock.now();
  if ((await tools.link.save()).ok) await waitForSave(tools.folder, requestedAtMs, tools.clock);
}

/** Newest first. If the server ran with an older world, its saves stay; else everything is restored. */
async function takeOutBatches(run: CycleRun): Promise<void> {
  const { tools, entry, journal } = run;
  const { folder, restPort, saveJobs } = tools;
  const read = await commitStep(tools, { step: 'read' });
  const batches = read.batches.filter((batch) => batch.folder === folder);
  const { halfDone } = await saveJobs('inspect', { folder, batches, isDown: true, restPort });
  if (halfDone) await saveJobs('forgetHalfDone', { folder });
  const { stale } = journal.record;
  for (const batch of batches.toSorted((a, b) => b.atMs - a.atMs)) {
    if (stale.includes(batch.id)) continue;
    await takeOutBatch(run, batch, 'All', entry.failure?.Message ?? '');
  }
  if (stale.length > 0) await settleBatches(run, { isDown: true });
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
      run.note(sentenceOf(error));
    }
  }
  return false;
}
