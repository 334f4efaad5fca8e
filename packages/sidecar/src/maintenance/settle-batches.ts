import type { DeliveryWork } from '@palatine/engine/calls';
import type { DeliveryBatch, DeliveryRecord } from '@palatine/world/model';
import type { BatchFinding } from './batch-evidence.ts';
import { type CycleRun, type CycleTools, commitStep } from './cycle-run.ts';
import type { RevertJob } from './revert-batch.ts';

export type ServerSeen =
  | { readonly isDown: true }
  /** For the server of the save; the start of its process, ms since 1970, undefined if unknown. */
  | { readonly isDown: false; readonly startedAtMs: number | undefined };

export type BatchEnd =
  /** In the save; the server has not been seen with it. */
  | 'Written'
  | 'Delivered'
  | 'Reverted'
  /** The server runs with an older world, and will overwrite the batch. */
  | 'Stale'
  | 'Unknown';

/** A server reports its uptime in whole seconds. */
export const UPTIME_ROUNDING_MS = 2_000;

/** End of a batch, from the evidence in its save and the state of the server. docs/decisions/0012 explains it. */
export function endOf({ verdict, files, placedAtMs }: BatchFinding, server: ServerSeen): BatchEnd {
  if (verdict !== 'Written') return verdict;
  if (server.isDown) return files === 'Other' ? 'Delivered' : 'Written';
  if (placedAtMs === undefined || server.startedAtMs === undefined) return 'Written';
  return server.startedAtMs >= placedAtMs - UPTIME_ROUNDING_MS ? 'Delivered' : 'Stale';
}

type Settling = Pick<CycleRun, 'tools' | 'journal' | 'settledMs'>;

/**
 * Settles every batch with an unknown end, and, while the server is down, an interrupted edit. Rejects with a
 * ConfigError for a foreign one. @returns batches `written` for the next start, the number `delivered`, and `notes` on
 * edits, for people
 */
export async function settleBatches(settling: Settling, server: ServerSeen) {
  const { tools, journal } = settling;
  const { writes, saveJobs, folder, restPort } = tools;
  let work = await writes.deliveryStep({ step: 'read' });
  if (server.isDown) work = await revertStale(settling, work);
  const batches = work.batches.filter((batch) => batch.folder === folder);
  if (batches.length === 0 && !server.isDown) return { work, written: [], delivered: 0, notes: [] };
  const { isDown } = server;
  const inspection = await saveJobs('inspect', { folder, batches, isDown, restPort });
  const notes = inspection.message === '' ? [] : [inspection.message];
  const written: DeliveryBatch[] = [];
  let delivered = 0;
  for (const [index, finding] of inspection.findings.entries()) {
    const batch = batches[index] as DeliveryBatch; // each has a finding
    const end = endOf(finding, server);
    if (end === 'Written') written.push(batch);
    if (end === 'Delivered') delivered += batch.deliveries.length;
    if (end === 'Stale') journal.write({ stale: [...new Set([...journal.record.stale, batch.id])] });
    const stored = await store(tools, batch, end, finding, work);
    // A written batch waits for the start of the server, and is looked at every ten seconds until then.
    if (stored !== work || end !== 'Written') {
      tools.report.info(
        { batch: batch.id, end, reason: finding.reason },
        'a batch of deliveries was settled',
      );
    }
    work = stored;
  }
  if (inspection.halfDone) await saveJobs('forgetHalfDone', { folder });
  return { work, written, delivered, notes };
}

async function store(
  tools: CycleTools,
  { id, state, deliveries }: DeliveryBatch,
  end: BatchEnd,
  { reason, doubtful }: BatchFinding,
  work: DeliveryWork,
): Promise<DeliveryWork> {
  if (end === 'Delivered') return commitStep(tools, { step: 'delivered', batch: id });
  if (end === 'Written' && state === 'writing') return commitStep(tools, { step: 'written', batch: id });
  if (end !== 'Reverted') return work;
  const after = await commitStep(tools, { step: 'reverted', batch: id, reason });
  if (doubtful.length === 0) return after;
  const rejected = after.pending
    .filter((delivery) => deliveries.includes(delivery.id) && isDoubtful(delivery, doubtful))
    .map((delivery) => ({ id: delivery.id, reason: DOUBTFUL, permanent: true }));
  return rejected.length === 0 ? after : commitStep(tools, { step: 'rejected', rejected });
}

const DOUBTFUL =
  'the game server was started while the files of the save were being installed, so a part of this may be in the game: ' +
  'check, and grant what is missing';

/** Commands that write numbers into the player's own file; the others change Level.sav, or can safely be repeated. */
const COUNTED_IN_PLAYER_FILES: readonly string[] = ['giveProgression', 'legacyGive'];

function isDoubtful({ command, uid }: DeliveryRecord, paths: readonly string[]): boolean {
  const digits = uid.replaceAll('-', '');
  return (
    COUNTED_IN_PLAYER_FILES.includes(command) &&
    digits !== '' &&
    paths.some((path) => path.toUpperCase().includes(digits.toUpperCase()))
  );
}

/** Reverts leftovers of batches that the server has overwritten with an older world. */
async function revertStale(settling: Settling, work: DeliveryWork): Promise<DeliveryWork> {
  const { journal } = settling;
  let remaining = work;
  for (const id of journal.record.stale) {
    const batch = remaining.batches.find((pending) => pending.id === id);
    const reason = 'the game server was started before its files were installed';
    if (batch !== undefined) remaining = await takeOutBatch(settling, batch, 'AsWritten', reason);
    journal.write({ stale: journal.record.stale.filter((staleId) => staleId !== id) });
  }
  return remaining;
}

/** Reverts a batch in the save of the stopped server; its deliveries are pending again. */
export async function takeOutBatch(
  { tools, settledMs }: Settling,
  batch: DeliveryBatch,
  which: RevertJob['which'],
  reason: string,
): Promise<DeliveryWork> {
  const { folder, restPort, clock, saveJobs } = tools;
  await saveJobs('revert', { folder, batch, which, nowMs: clock.now(), restPort, settledMs });
  return commitStep(tools, { step: 'reverted', batch: batch.id, reason });
}
