import { SentenceError, sentence } from '@palatine/contract';
import { dataPaths } from '@palatine/data-dir/data-folder';
import type { DeliveryBatch } from '@palatine/world/model';
import { START_IT, whyNotStarted } from '../attach/discover.ts';
import { type CycleRun, commitStep, type StepWork } from './cycle-run.ts';
import { whyBack, whyNotDown } from './server-presence.ts';
import { settleBatches } from './settle-batches.ts';

/** Tries of an edit: canceling a delivery while it is being written repeats the edit. */
const TRIES = 3;

export const editing: StepWork = async (run) => {
  const { tools, entry } = run;
  run.say(sentence('maintenance.writes'));
  await assertStillDown(run);
  const settled = await settleBatches(run, { isDown: true });
  for (const note of settled.notes) run.note({ Message: note });
  const already = deliveriesIn(settled.written);
  run.update({
    written: already,
    delivered: entry.delivered + settled.delivered,
    ...(already > 0 && { placedAtMs: entry.placedAtMs ?? tools.clock.now() }),
  });
  if (settled.work.pending.length > 0) await deliver(run);
  return 'Starting';
};

async function deliver(run: CycleRun): Promise<void> {
  const { tools } = run;
  assertStarted(tools.folder);
  for (let tries = 1; ; tries++) {
    try {
      return await deliverOnce(run);
    } catch (error) {
      if (error instanceof NotDeliveredError) throw error;
      tools.report.warn({ err: error }, 'an edit of the save failed');
      // In any case the files and their backups show whether it was installed.
      await assertStillDown(run);
      const { written } = await settleBatches(run, { isDown: true });
      const count = deliveriesIn(written);
      if (count > run.entry.written) return run.update({ written: count, placedAtMs: tools.clock.now() });
      if (tries >= TRIES) throw error;
    }
  }
}

/** The save cannot be changed, whatever is delivered. */
class NotDeliveredError extends SentenceError {}

async function deliverOnce(run: CycleRun): Promise<void> {
  const { tools, settledMs } = run;
  const { writes, clock, newId, folder, restPort, saveJobs } = tools;
  const { pending } = await writes.deliveryStep({ step: 'read' });
  const data = dataPaths(tools.data.path); // only paths go to the thread
  const job = { folder, data, batch: newId(), deliveries: pending, nowMs: clock.now(), restPort, settledMs };
  const outcome = await saveJobs('deliver', job, (batch) => begin(run, batch));
  const { batch, replaced } = outcome;
  if (batch !== undefined) {
    const written = run.entry.written + batch.deliveries.length;
    run.update({ written, ...(replaced && { placedAtMs: clock.now() }) });
    await commitStep(tools, { step: 'written', batch: batch.id });
  }
  if (outcome.rejected.length > 0) await commitStep(tools, { step: 'rejected', rejected: outcome.rejected });
  const waiting = outcome.rejected.filter(({ permanent }) => !permanent).length;
  if (waiting > 0) run.note(sentence('maintenance.didNotFit', { count: waiting }));
  if (outcome.refused === '') return;
  await assertStillDown(run);
  throw new NotDeliveredError(sentence('maintenance.notDelivered', { reason: outcome.refused }));
}

/** Throws if the server would start another world: what is written into this one would never be played. */
export function assertStarted(folder: string): void {
  const why = whyNotStarted(folder);
  if (why === undefined) return;
  throw new SentenceError(sentence('maintenance.notWritten', { why: [why], todo: [START_IT] }));
}

function deliveriesIn(batches: readonly DeliveryBatch[]): number {
  return batches.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
}

/** Final check before the first file is replaced. */
async function begin(run: CycleRun, batch: DeliveryBatch): Promise<void> {
  await assertStillDown(run);
  run.update({ batch: batch.id });
  await run.tools.writes.deliveryStep({ step: 'begin', batch });
}

/** Throws if a restart policy, or somebody, has started the server during the maintenance. */
async function assertStillDown({ tools, entry, settledMs }: CycleRun): Promise<void> {
  const why = await whyNotDown(tools, settledMs);
  if (why === undefined) return;
  const isOurs = tools.control.isAutomatic && !entry.foundStopped;
  const back = isOurs ? await whyBack(tools, entry.startedAtMs) : undefined;
  throw new SentenceError(back ?? sentence('maintenance.startedBySomebody', { why: [why] }));
}

export const restoring: StepWork = async (run) => {
  const { tools, entry } = run;
  run.say(sentence('maintenance.restores', { backup: entry.restore }));
  assertStarted(tools.folder);
  await assertStillDown(run);
  for (const note of (await settleBatches(run, { isDown: true })).notes) run.note({ Message: note });
  await tools.restore(entry.restore);
  run.update({ placedAtMs: tools.clock.now() });
  return 'Starting';
};
