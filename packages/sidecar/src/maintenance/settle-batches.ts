import type { DeliveryWork } from '@palatine/engine/calls';
import type { DeliveryBatch, DeliveryRecord } from '@palatine/world';
import type { BatchFinding } from './batch-evidence.ts';
import { commitStep } from './cycle-run.ts';
import type { CycleTools } from './cycle-tools.ts';
import type { MaintenanceJournal } from './maintenance-journal.ts';

export type ServerSeen =
  | { readonly isDown: true }
  /** Of the world that the save holds; when its process began, ms since 1970, undefined where it does not say. */
  | { readonly isDown: false; readonly startedAtMs: number | undefined };

/** What is to be stored of a batch. */
export type BatchEnd =
  /** In the save; the server has not been seen with it. */
  | 'Written'
  | 'Delivered'
  | 'Reverted'
  /** The server runs with an older world, and is going to write it over the batch. */
  | 'Stale'
  | 'Unknown';

/** The uptime of a server is told in whole seconds. */
export const UPTIME_ROUNDING_MS = 2_000;

/** How a batch ends, by what its save says and by what is known of the server. docs/decisions/0012 says why. */
export function endOf({ verdict, files, placedAtMs }: BatchFinding, seen: ServerSeen): BatchEnd {
  if (verdict !== 'Written') return verdict;
  if (seen.isDown) return files === 'Other' ? 'Delivered' : 'Written';
  if (placedAtMs === undefined || seen.startedAtMs === undefined) return 'Written';
  return seen.startedAtMs >= placedAtMs - UPTIME_ROUNDING_MS ? 'Delivered' : 'Stale';
}

type SettleTools = Pick<CycleTools, 'game' | 'saveJobs' | 'clock' | 'folder' | 'restPort' | 'report'>;

/**
 * Settles every batch whose end is not known, and, while the server is down, an edit that was interrupted. Rejects with
 * a ConfigError when an interrupted edit of somebody else stands in the way.
 * @returns the batches that are `written` and wait for the server, how many deliveries were found `delivered`, and
 * what was finished or undone in `notes`, for people
 */
export async function settleBatches(
  tools: SettleTools,
  journal: MaintenanceJournal,
  seen: ServerSeen,
  settledMs: number,
) {
  const { game, saveJobs, folder, restPort } = tools;
  let work = await game.deliveryStep({ step: 'read' });
  if (seen.isDown) work = await takeBackStale(tools, journal, work, settledMs);
  const batches = work.batches.filter((batch) => batch.folder === folder);
  if (batches.length === 0 && !seen.isDown) return { work, written: [], delivered: 0, notes: [] };
  const { isDown } = seen;
  const inspection = await saveJobs('inspect', { folder, batches, isDown, restPort });
  const notes = inspection.said === '' ? [] : [inspection.said];
  const written: DeliveryBatch[] = [];
  let delivered = 0;
  for (const [index, finding] of inspection.findings.entries()) {
    const batch = batches[index] as DeliveryBatch; // one finding for each
    const end = endOf(finding, seen);
    tools.report.info({ batch: batch.id, end, reason: finding.reason }, 'a batch of deliveries was settled');
    if (end === 'Written') written.push(batch);
    if (end === 'Delivered') delivered += batch.deliveries.length;
    if (end === 'Stale') journal.write({ stale: [...new Set([...journal.record.stale, batch.id])] });
    work = await store(tools, batch, end, finding, work);
  }
  if (inspection.halfDone) await saveJobs('forgetHalfDone', { folder });
  return { work, written, delivered, notes };
}

async function store(
  tools: SettleTools,
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
  'the game server was started while the files of the save were being put in place, so a part of this may be in the game: ' +
  'look, and give what is missing';

/** These write numbers into the player's own file; all else is in Level.sav, or can be done twice without harm. */
const COUNTED_IN_PLAYER_FILES: readonly string[] = ['giveProgression', 'legacyGive'];

function isDoubtful({ command, uid }: DeliveryRecord, paths: readonly string[]): boolean {
  const digits = uid.replaceAll('-', '');
  return (
    COUNTED_IN_PLAYER_FILES.includes(command) &&
    digits !== '' &&
    paths.some((path) => path.toUpperCase().includes(digits.toUpperCase()))
  );
}

/** What is left of batches that the server has overwritten with an older world. */
async function takeBackStale(
  tools: SettleTools,
  journal: MaintenanceJournal,
  work: DeliveryWork,
  settledMs: number,
): Promise<DeliveryWork> {
  let left = work;
  for (const id of journal.record.stale) {
    const batch = left.batches.find((one) => one.id === id);
    if (batch !== undefined) {
      const { folder, restPort, clock, saveJobs } = tools;
      const nowMs = clock.now();
      await saveJobs('takeBack', { folder, batch, which: 'AsWritten', nowMs, restPort, settledMs });
      const reason = 'the game server was started before its files were in place';
      left = await commitStep(tools, { step: 'reverted', batch: id, reason });
    }
    journal.write({ stale: journal.record.stale.filter((one) => one !== id) });
  }
  return left;
}
