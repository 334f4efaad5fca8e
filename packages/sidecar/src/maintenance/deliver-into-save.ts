import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@palatine/contract';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import type { RejectedDelivery } from '@palatine/engine/calls';
import { type ArchivingFiles, operatorFiles } from '@palatine/engine/operator-files';
import { ConfigError } from '@palatine/platform/config-error';
import { sha256Of } from '@palatine/platform/read-file';
import { editFolder, type PlannedWrite, saveEditContext } from '@palatine/save-tools/edit-folder';
import { digestSave } from '@palatine/save-tools/save-files';
import { backupsOf } from '@palatine/save-tools/save-folder';
import { NothingChangedError, openForEdit, verifiedEdit } from '@palatine/save-tools/verified-edit';
import { runDelivery } from '@palatine/world/deliveries';
import { findKnownPlayer } from '@palatine/world/find-player';
import type { GameContext } from '@palatine/world/game-context';
import type { DeliveryBatch, DeliveryRecord } from '@palatine/world/model';
import { deliverCommand, markingStep, type StepHooks } from './batch-evidence.ts';

export interface DeliveryJob {
  /** The world folder, with links resolved. The server is proved down. */
  readonly folder: string;
  readonly data: DataPaths;
  readonly batch: string;
  /** Oldest first. */
  readonly deliveries: readonly DeliveryRecord[];
  readonly nowMs: number;
  /** Port of the server on this machine; by default from its settings. */
  readonly restPort: number | undefined;
  readonly settledMs: number;
}

interface DeliveryHooks extends StepHooks {
  /** Commits the batch. A rejection leaves the save as it is. */
  readonly begin: (batch: DeliveryBatch) => Promise<void>;
}

export interface DeliveryOutcome {
  /** Deliveries in the save now; undefined if there are none. */
  readonly batch: DeliveryBatch | undefined;
  /** Whether files were replaced: deliveries without changes need none. */
  readonly replaced: boolean;
  readonly rejected: readonly RejectedDelivery[];
  /** Why the save was left as it is; '' if it was not refused. */
  readonly refused: string;
}

/**
 * Writes pending deliveries into the freshly imported save of a stopped server as one edit, without those for which it
 * would be refused; a refusal of the whole is an outcome. Rejects if the edit was begun and its end is unknown, or as
 * `begin` does.
 */
export async function deliverIntoSave(job: DeliveryJob, hooks: DeliveryHooks): Promise<DeliveryOutcome> {
  const first = await attempt(job, job.deliveries, hooks);
  if (!(first instanceof Error)) return first;
  const search = await findCulprits(job, first);
  if (typeof search === 'string') return refusedOutcome(search, []);
  const rejected = [
    ...search.culprits.map(({ item: { id }, reason }) => ({ id, reason, permanent: false })),
    ...search.untried.map(({ id }) => ({ id, reason: UNTRIED, permanent: false })),
  ];
  if (search.good.length === 0) return refusedOutcome('', rejected);
  const second = await attempt(job, search.good, hooks);
  if (second instanceof Error) return refusedOutcome(second.message, rejected);
  return { ...second, rejected: [...second.rejected, ...rejected] };
}

const UNTRIED =
  'too many others could not be written into the save; it is tried again at the next maintenance';

/** @returns an error if the whole edit was refused. Rejects if it was begun and its end is unknown. */
async function attempt(job: DeliveryJob, deliveries: readonly DeliveryRecord[], hooks: DeliveryHooks) {
  const { folder, batch: id, restPort, settledMs } = job;
  const { context, archives } = contextOf(job);
  let applied: AppliedDeliveries = { applied: [], rejected: [] };
  let batch: DeliveryBatch | undefined;
  const beforeWrite = async (write: PlannedWrite) => {
    batch = batchOf(job, applied, write);
    await hooks.begin(batch);
    archives.write();
  };
  const change = (game: GameContext) => {
    archives.clear();
    applied = applyDeliveries(game, deliveries);
  };
  const step = markingStep({ folder, backups: backupsOf(folder) }, hooks);
  const atRest = { settledMs, restPort };
  try {
    await editFolder({ folder, command: deliverCommand(id), context, change, beforeWrite, atRest, step });
    return { batch, replaced: true, rejected: applied.rejected, refused: '' };
  } catch (error) {
    if (error instanceof NothingChangedError) {
      if (applied.applied.length > 0) await beforeWrite({ expected: digestSave(folder), packed: new Map() });
      return { batch, replaced: false, rejected: applied.rejected, refused: '' };
    }
    archives.discard();
    if (batch !== undefined) throw error;
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Finds the deliveries for which the whole edit is refused; a text if it is none of them. */
async function findCulprits(job: DeliveryJob, failure: Error) {
  const { context } = contextOf(job);
  try {
    const opened = await openForEdit(job.folder, digestSave(job.folder));
    const refusalOf = async (deliveries: readonly DeliveryRecord[]) => {
      const change = (game: GameContext) => applyDeliveries(game, deliveries);
      try {
        await verifiedEdit(job.folder, opened, { context, change });
        return undefined;
      } catch (error) {
        return error instanceof NothingChangedError ? undefined : (error as Error).message;
      }
    };
    const search = await bisect(job.deliveries, refusalOf);
    return search.culprits.length === 0 ? failure.message : search;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}

/** One time for the whole edit: the backup, the batch and the save have the same. */
function contextOf({ data, nowMs }: DeliveryJob) {
  const context = saveEditContext(data);
  const archives = heldArchives(operatorFiles(data), data.path);
  const files = { ...context.files, writeArchive: archives.hold };
  return { context: { ...context, now: () => nowMs, files }, archives };
}

function batchOf(
  { batch: id, folder, nowMs }: DeliveryJob,
  { applied }: AppliedDeliveries,
  { expected, packed }: PlannedWrite,
): DeliveryBatch {
  const before = new Map([...expected].map(([path, { sha256 }]) => [path, sha256]));
  const after = new Map(before);
  for (const [path, bytes] of packed) after.set(path, sha256Of(bytes));
  return {
    id,
    atMs: nowMs,
    folder,
    state: 'writing',
    deliveries: applied,
    before: Object.fromEntries(before),
    after: Object.fromEntries(after),
  };
}

function refusedOutcome(refused: string, rejected: readonly RejectedDelivery[]): DeliveryOutcome {
  return { batch: undefined, replaced: false, rejected, refused };
}

/** @param folder the data folder, which the paths of archives are relative to */
function heldArchives(files: Pick<ArchivingFiles, 'writeArchive'>, folder: string) {
  const held = new Map<string, object>();
  const written: string[] = [];
  return {
    /** Replaces `writeArchive` of the operator's files. @returns the future path of the archive. */
    hold(name: string, content: object): string {
      held.set(name, content);
      return `Archives/${name}.gz`;
    },
    /** Drops the held archives: the commands run again. */
    clear: () => held.clear(),
    write(): void {
      for (const [name, content] of held) written.push(files.writeArchive(name, content));
      held.clear();
    },
    /** Removes the written archives: the bases are still there. */
    discard(): void {
      for (const path of written.splice(0)) rmSync(join(folder, path), { force: true });
    },
  };
}

type AppliedDeliveries = ReturnType<typeof applyDeliveries>;

/** Runs deliveries in order, each whole or not at all, and independently. */
export function applyDeliveries(game: GameContext, deliveries: readonly DeliveryRecord[]) {
  const applied: string[] = [];
  const rejected: RejectedDelivery[] = [];
  for (const delivery of deliveries) {
    try {
      game.world.transaction(() => runDelivery(game, delivery));
      applied.push(delivery.id);
    } catch (error) {
      rejected.push({ id: delivery.id, ...whyNot(game, delivery, error) });
    }
  }
  return { applied, rejected };
}

/** A player who is not loaded or has no room may accept it next time. */
function whyNot(game: GameContext, { uid }: DeliveryRecord, error: unknown): Omit<RejectedDelivery, 'id'> {
  if (uid !== '' && findKnownPlayer(game, uid) === undefined) {
    return { reason: 'its player is not in the save any more', permanent: true };
  }
  if (!(error instanceof Refusal))
    return { reason: `it failed: ${(error as Error).message}`, permanent: false };
  if (error.code === 'BASE_CAMP_NOT_FOUND') {
    return { reason: 'its base is not in the save any more', permanent: true };
  }
  return { reason: error.message, permanent: false };
}

const MAX_TRIES = 100;

/**
 * Finds the items for which a whole list is refused, by bisection: for k culprits among n items, about k · log2 n
 * tries. Each try includes the good items before it, since an item may need an earlier one. `untried`: beyond
 * `mostTries`.
 */
export async function bisect<T>(
  items: readonly T[],
  refusalOf: (items: readonly T[]) => Promise<string | undefined>,
  mostTries = MAX_TRIES,
) {
  const good: T[] = [];
  const culprits: { item: T; reason: string }[] = [];
  const untried: T[] = [];
  const pending: (readonly T[])[] = [items];
  let tries = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const [first] = part;
    if (first === undefined) continue;
    if (tries++ >= mostTries) {
      untried.push(...part);
      continue;
    }
    const reason = await refusalOf([...good, ...part]);
    if (reason === undefined) good.push(...part);
    else if (part.length === 1) culprits.push({ item: first, reason });
    else {
      const half = Math.ceil(part.length / 2);
      pending.push(part.slice(half), part.slice(0, half)); // the first half comes first
    }
  }
  return { good, culprits, untried };
}
