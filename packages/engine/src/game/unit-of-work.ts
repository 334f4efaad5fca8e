import type { ArchivingFiles } from '@palatine/data-dir/operator-files';
import { BAN_TABLE_NAMES, type GameContext, type WorldEvent } from '@palatine/world';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import type { StoredOutcome } from '../store/outcome-store.ts';
import type { Store, StoredChange } from '../store/store.ts';
import type { Bans } from './bans.ts';
import type { GameMetrics } from './game-metrics.ts';

export interface UnitTools {
  readonly game: GameContext;
  readonly store: Store;
  readonly bans: Bans;
  readonly files: ArchivingFiles;
  readonly metrics: GameMetrics;
  discard(archives: readonly string[]): void;
  report(message: string): void;
}

/** What is committed beside the changes of the world. */
export interface Rows {
  readonly audit?: readonly NewAuditEntry[];
  readonly outcomes?: readonly StoredOutcome[];
}

/** What a unit of work has changed, on disk. */
export interface Committed<T> {
  readonly value: T;
  readonly changes: readonly StoredChange[];
  /** Oldest first. */
  readonly events: readonly WorldEvent[];
  readonly tookEdit: boolean;
}

/** Thrown when Banlist.json cannot be written, so that it does not hold the bans of a unit of work. */
export class BanlistWriteError extends Error {
  override readonly name = 'BanlistWriteError';
}

/** Thrown when the store does not take a unit of work. */
export class CommitError extends Error {
  override readonly name = 'CommitError';
}

/**
 * Runs work on the world and commits what it changed in one transaction, with its audit entries and outcomes. When it
 * throws, nothing has happened: not in memory, not in the store, not in Banlist.json, and no archive is left.
 * `select`: which of the changes are committed now; all unless given.
 */
export function unitOfWork<T extends Rows>(
  tools: UnitTools,
  work: () => T,
  select: (changes: readonly StoredChange[]) => readonly StoredChange[] = (changes) => changes,
): Committed<T> {
  const { game, store, files, metrics } = tools;
  const { world } = game;
  let bans: Bans | undefined;
  let value: T;
  let changes: readonly StoredChange[];
  try {
    value = work();
    // Most units of work have nothing to do with bans, and leave Banlist.json alone.
    if (tools.bans.inUse || world.hasChanged(BAN_TABLE_NAMES)) bans = tools.bans;
    // Before the commit: when that fails, the file is put back.
    attempt(() => bans?.save(store.intendBanlist), BanlistWriteError);
    changes = select(world.pendingChanges());
    const { audit = [], outcomes = [] } = value;
    const batch = { changes, audit, outcomes, banlistDigest: bans?.newDigest };
    if (changes.length + audit.length + outcomes.length > 0 || batch.banlistDigest !== undefined) {
      attempt(() => metrics.timeCommit(() => store.commit(batch)), CommitError);
    }
  } catch (error) {
    rollBack(tools);
    throw error;
  }
  world.clearJournal();
  const tookEdit = bans?.tookEdit === true;
  bans?.keep();
  files.unconfirmed.length = 0;
  return { value, changes, events: eventsOf(changes), tookEdit };
}

function attempt(work: () => void, Failure: typeof BanlistWriteError | typeof CommitError): void {
  try {
    work();
  } catch (error) {
    throw new Failure(causeOf(error), { cause: error });
  }
}

function rollBack({ game, bans, files, discard, report }: UnitTools): void {
  game.world.rollbackTo(0);
  discard(files.unconfirmed.splice(0));
  try {
    bans.takeBack();
  } catch (error) {
    report(`Banlist.json may hold bans that were not confirmed: ${(error as Error).message}`);
  }
}

function eventsOf(changes: readonly StoredChange[]): WorldEvent[] {
  return changes
    .filter(({ table, record }) => table === 'events' && record !== undefined)
    .map(({ record }) => record as WorldEvent); // the events table holds nothing else
}

export function causeOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
