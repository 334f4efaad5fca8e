import type { ArchivingFiles } from '@palatine/data-dir/operator-files';
import { Histogram, secondsSince } from '@palatine/platform/histogram';
import { BAN_TABLE_NAMES, type GameContext, type World, type WorldEvent } from '@palatine/world';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import type { StoredOutcome } from '../store/outcome-store.ts';
import type { Store, StoredChange } from '../store/store.ts';
import type { Bans } from './bans.ts';

export interface UnitTools {
  readonly game: GameContext;
  readonly store: Store;
  readonly bans: Bans;
  /** Rows of a long hand edit of Banlist.json, which has them until they are stored. */
  readonly banWrites: {
    readonly waiting: number;
    readonly changes: readonly StoredChange[];
    defer(changes: readonly StoredChange[]): readonly StoredChange[];
    abandon(): void;
  };
  readonly files: ArchivingFiles;
  readonly metrics: GameMetrics;
  discard(archives: readonly string[]): void;
  report(message: string): void;
}

/** Rows to commit besides the changes of the world. */
export interface Rows {
  readonly audit?: readonly NewAuditEntry[];
  readonly outcomes?: readonly StoredOutcome[];
}

export interface Committed<T> {
  readonly value: T;
  readonly changes: readonly StoredChange[];
  /** Oldest first. */
  readonly events: readonly WorldEvent[];
  readonly tookEdit: boolean;
}

export class BanlistWriteError extends Error {
  override readonly name = 'BanlistWriteError';
}

/** Changes that are committed with an edit of Banlist.json; more are written later, in parts. */
const MAX_EDITED_AT_ONCE = 1000;

/** Thrown when the store rejects a unit of work. */
export class CommitError extends Error {
  override readonly name = 'CommitError';
}

/**
 * Runs work and commits its changes in one transaction, with audit entries and outcomes. An error rolls back all of it:
 * in memory, in the store, in Banlist.json, and archives. `select`: the changes to commit now; all by default.
 */
export function unitOfWork<T extends Rows>(
  tools: UnitTools,
  work: () => T,
  select: (changes: readonly StoredChange[]) => readonly StoredChange[] = (changes) => changes,
): Committed<T> {
  const { game, store, banWrites, files, metrics, report } = tools;
  const { world } = game;
  let bans: Bans | undefined;
  let value: T;
  let changes: readonly StoredChange[];
  try {
    value = work();
    // Most units of work do not concern bans, and leave Banlist.json alone.
    if (tools.bans.inUse || world.hasChanged(BAN_TABLE_NAMES)) bans = tools.bans;
    // Before the commit: if that fails, the file is restored.
    attempt(() => bans?.save(store.intendBanlist), BanlistWriteError);
    changes = select(world.pendingChanges());
    const isLongEdit = bans?.tookEdit === true && changes.length > MAX_EDITED_AT_ONCE;
    if (isLongEdit) changes = banWrites.defer(changes);
    const isPending = bans !== undefined && banWrites.waiting > 0;
    const withDeferred = isPending && !isLongEdit && world.hasChanged(BAN_TABLE_NAMES);
    if (withDeferred) changes = [...banWrites.changes, ...changes];
    const { audit = [], outcomes = [] } = value;
    const banlistDigest = withDeferred || !isPending ? bans?.newDigest : undefined;
    const batch = { changes, audit, outcomes, banlistDigest };
    if (changes.length + audit.length + outcomes.length > 0 || batch.banlistDigest !== undefined) {
      attempt(() => metrics.timeCommit(() => store.commit(batch)), CommitError);
    }
    if (withDeferred) banWrites.abandon();
  } catch (error) {
    rollBack(tools);
    throw error;
  }
  world.clearJournal();
  const tookEdit = bans?.tookEdit === true;
  try {
    bans?.commit();
  } catch (error) {
    report(`an edit of Banlist.json could not be restored: ${(error as Error).message}`);
  }
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
    bans.rollback();
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

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const STEP_SECONDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];
const HOLD_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export class GameMetrics {
  readonly batchSizes = new Histogram(BATCH_SIZES);
  readonly commitSeconds = new Histogram(COMMIT_SECONDS);
  readonly stepSeconds = new Histogram(STEP_SECONDS);
  /** How long a batch, a read or other work of the game held the event loop. */
  readonly holdSeconds = new Histogram(HOLD_SECONDS);
  /** Changes that the store did not take: of commands, and of the game itself (simulation, locations, pruning). */
  readonly storageFailures = { command: 0, own: 0 };
  /** How many Idempotency-Keys the store holds. */
  keys = 0;
  #longestHold = 0;

  /** Runs work of the game and counts how long it held the event loop. */
  timeHold<T>(work: () => T): T {
    const startedMs = performance.now();
    try {
      return work();
    } finally {
      const seconds = secondsSince(startedMs);
      this.holdSeconds.observe(seconds);
      this.#longestHold = Math.max(this.#longestHold, seconds);
    }
  }

  /** Runs a commit and counts how long it took, also when it fails. */
  timeCommit(commit: () => void): void {
    const startedMs = performance.now();
    try {
      commit();
    } finally {
      this.commitSeconds.observe(secondsSince(startedMs));
    }
  }

  /** The longest hold since the last call, in seconds. */
  takeLongestHold(): number {
    const longest = this.#longestHold;
    this.#longestHold = 0;
    return longest;
  }
}

/** How many records a world has, and the bytes of its events. */
export function worldSizes(world: World) {
  const { accounts, sessions, guilds, camps, characters, eventLog, deliveriesByState } = world;
  return {
    players: accounts.size,
    online: sessions.size,
    guilds: guilds.size,
    camps: camps.size,
    characters: characters.size,
    events: eventLog.size,
    event_bytes: eventLog.bytes,
    deliveries_pending: deliveriesByState.keys('Pending').size,
    deliveries_delivering: deliveriesByState.keys('Delivering').size,
  };
}
