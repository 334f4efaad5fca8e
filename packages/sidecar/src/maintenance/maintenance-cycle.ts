import type { Maintenance, MaintenanceStep } from '@palatine/contract';
import { type CycleRun, cycleRun, type StepWork } from './cycle-run.ts';
import type { CycleTools } from './cycle-tools.ts';
import { editing, restoring } from './edit-steps.ts';
import type { MaintenanceJournal, RunningMaintenance } from './maintenance-journal.ts';
import { rollingBack } from './roll-back.ts';
import { starting, verifying } from './start-steps.ts';
import { backingUp, CanceledError, countingDown, saving, stopping } from './stop-steps.ts';

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
      await noteStep(run, step, 'OK', run.message === before ? '' : run.message);
      run.keep({ step: next });
      if (next === 'Done') run.say('the maintenance ends');
    } catch (error) {
      isCanceled = error instanceof CanceledError;
      const failure = isCanceled ? '' : (error as Error).message.slice(0, FAILURE_CHARS);
      if (!isCanceled) await noteStep(run, step, 'REQUEST_FAILED', failure);
      run.keep(afterFailure(run, step, error, failure));
    }
  }
  return end(run, isCanceled);
}

/** A canceled one has changed nothing, or has installed the files and only waits for somebody. */
function afterFailure(
  { entry, tools }: CycleRun,
  step: MaintenanceStep,
  error: unknown,
  failure: string,
): Partial<RunningMaintenance> {
  if (error instanceof CanceledError) return { step: 'Done' };
  tools.report.warn({ step, err: error }, 'a step of a maintenance failed');
  if (step === 'RollingBack') return { step: 'Done', failure: entry.failure || failure };
  return { step: step === 'Countdown' ? 'Done' : 'RollingBack', failure };
}

async function end(run: CycleRun, isCanceled: boolean): Promise<Maintenance> {
  const { tools, journal, entry } = run;
  tools.mirror.resume();
  tools.link.leaveMaintenance();
  await prune(tools);
  const outcome = entry.failure !== '' ? 'Failed' : isCanceled ? 'Canceled' : 'Done';
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
  why: string,
): Promise<void> {
  const nowMs = tools.clock.now();
  const { id, action, step, delivered } = running;
  const message =
    `Palatine was interrupted during the step ${step} and does not resume it: ${why}. Check that the game server runs ` +
    `with the save that it should have, then start a new maintenance if one is needed; ${journal.copyAside(nowMs)} has the old one`;
  tools.report.warn({ id, action, step }, message);
  const last = { ...endedMaintenance(tools, running, 'Failed', message), Delivered: delivered };
  journal.write({ running: null, last });
  await noteEnd(tools, last);
}

/** Deletes expired backups that deliveries left beside the world folder. */
async function prune({ game, saveJobs, clock, folder, settings, report }: CycleTools): Promise<void> {
  const { KeepDays: keepDays, KeepAtLeast: keepAtLeast } = settings().Backups;
  try {
    const { batches } = await game.deliveryStep({ step: 'read' });
    const openBatches = batches.map(({ id }) => id);
    await saveJobs('prune', { folder, nowMs: clock.now(), keepDays, keepAtLeast, openBatches });
  } catch (error) {
    report.warn({ err: error }, 'old backups of edits could not be removed');
  }
}

function endMessage(entry: RunningMaintenance, isCanceled: boolean): string {
  const { failure, delivered, written, notes } = entry;
  const parts = failure === '' ? [] : [failure];
  if (isCanceled) parts.push('canceled');
  if (delivered > 0)
    parts.push(`${delivered} ${delivered === 1 ? 'delivery is' : 'deliveries are'} in the game`);
  if (written > 0) parts.push(`${written} ${written === 1 ? 'delivery is' : 'deliveries are'} in the save`);
  parts.push(...notes);
  return parts.length === 0 ? 'the server was restarted' : parts.join('; ');
}

export function shownMaintenance({ entry, message }: CycleRun): Maintenance {
  const { step, stopAtMs } = entry;
  const StopAt =
    step === 'Countdown' && stopAtMs !== null ? { StopAt: new Date(stopAtMs).toISOString() } : {};
  return { ...factsOf(entry), ...StopAt, Message: message };
}

export function endedMaintenance(
  { clock }: Pick<CycleTools, 'clock'>,
  entry: RunningMaintenance,
  Outcome: Required<Maintenance>['Outcome'],
  Message: string,
): Maintenance {
  return { ...factsOf(entry), EndedAt: new Date(clock.now()).toISOString(), Outcome, Message };
}

function factsOf({ id, action, step, startedAtMs }: RunningMaintenance) {
  return { Id: id, Action: action, Step: step, StartedAt: new Date(startedAtMs).toISOString() };
}

function noteEnd(
  tools: CycleTools,
  { Id: id, Action: action, Outcome: outcome = 'Done', Delivered: delivered = 0, Message }: Maintenance,
): Promise<void> {
  const result = outcome === 'Failed' ? 'REQUEST_FAILED' : 'OK';
  return note(tools, {
    audit: { route: ROUTE, target: 'Done', outcome: result, summary: Message },
    event: { type: 'maintenance.ended', data: { id, action, outcome, delivered, message: Message } },
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
async function note(tools: CycleTools, entry: Parameters<CycleTools['game']['note']>[0]): Promise<void> {
  try {
    await tools.game.note(entry);
  } catch (error) {
    tools.report.warn({ err: error }, 'a step of a maintenance could not be audited');
  }
}
