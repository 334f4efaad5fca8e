import { type ErrorCode, Refusal, type RouteShape } from '@palatine/contract';
import { type GameContext, isBanTable, type WorldEvent } from '@palatine/world';
import { LATE_RELOAD, RELOADED_FILES } from '../data-folder/late-reload.ts';
import type { ArchivingFiles } from '../data-folder/operator-files.ts';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import type { Store, StoredChange } from '../store/store.ts';
import type { GameMetrics } from '../telemetry/game-metrics.ts';
import { type AuditEffect, auditDetails } from './audit-summary.ts';
import type { Bans } from './bans.ts';
import { BatchOutcomes, replayOf } from './batch-outcomes.ts';
import type { CallResult, CommandCall, Outcome, Rehearsal, Write, WriteKind } from './protocol.ts';
import { workFailed } from './work-failed.ts';
import { routeOf } from './write-route.ts';

/** What came of a batch, once it is on disk. */
export interface BatchResult {
  results: CallResult<WriteKind>[];
  /** False when the commit failed. */
  stored: boolean;
  /** Whether the world has changed. */
  changed: boolean;
  events: WorldEvent[];
}

/** A write that was done. */
export interface Executed {
  reply: unknown;
  /** What the audit says, where the events of the write do not. */
  summary?: string;
  /** The delivery that it became, beside a running game server. */
  delivery?: string;
}

export interface BatchTools {
  game: GameContext;
  store: Store;
  bans: Bans;
  files: ArchivingFiles;
  metrics: GameMetrics;
  /** The time that this world has been served, in ms: keys age by it. */
  runningMs(): number;
  /** Most keys of a token; a write with one more is not begun. */
  keysPerToken: number;
  /** Claims the slot of a write. False when it may not begin any more: its caller has timed out. */
  claim(write: Write): boolean;
  /** Does the work of a write on the world. */
  execute(write: Write): Executed;
  /** Deletes archives that were written for a change that was rolled back. */
  discard(archives: readonly string[]): void;
  /** Logs an error. */
  report(message: string): void;
}

const NOT_STORED = 'the change could not be stored, and nothing was applied';

interface CommandResult {
  outcome: Outcome;
  /** What the audit says of a write that was applied. */
  effect?: AuditEffect;
  /** Whether the store or the disk failed it. */
  storageFailed?: boolean;
  /** Whether it was on disk before this batch began, so that it stands even when the batch fails. */
  stands?: boolean;
}

interface EndedWrite {
  write: Write;
  result: CommandResult;
}

/** A batch while it runs; it may run twice. */
interface Batch {
  writes: readonly Write[];
  /** Requests that were refused before they reached the game. */
  refused: readonly NewAuditEntry[];
  /** The writes whose slots were claimed, or could not be. */
  claims: Map<Write, boolean>;
}

/** A batch that has run and is not stored. */
interface RanBatch {
  ended: EndedWrite[];
  audit: NewAuditEntry[];
  outcomes: BatchOutcomes;
}

/**
 * Runs writes one after another, each whole or not at all, and stores all their changes, their audit entries and
 * their outcomes in one transaction. When the commit fails, nothing of the batch has happened, in memory or on
 * disk, and each caller gets the storage failure of its route.
 */
export function runBatch(
  writes: readonly Write[],
  refused: readonly NewAuditEntry[],
  tools: BatchTools,
): BatchResult {
  const { bans, report } = tools;
  const batch: Batch = { writes, refused, claims: new Map() };
  if (!writes.some(readsBanlistFile)) return runAndStore(batch, tools);
  return bans.exclusively(() => {
    const result = runAndStore(batch, tools);
    if (bans.rejected !== undefined) report(bans.rejected);
    return result;
  });
}

function readsBanlistFile(write: Write): boolean {
  return write.kind === 'reload' || changesBanlist(write);
}

function changesBanlist(write: Write): boolean {
  return routeOf(write).changesBanlist === true;
}

function runAndStore(batch: Batch, tools: BatchTools): BatchResult {
  const ran = runWrites(batch, tools);
  try {
    tools.bans.save(); // once for all bans of the batch
  } catch (error) {
    // The file is the record of bans: what it cannot hold is no ban. All other writes run again without them.
    tools.report(`Banlist.json could not be written: ${causeOf(error)}`);
    rollBack(tools.files.drainArchives(), tools);
    tools.bans.block('Banlist.json could not be written, and nothing was applied');
    return storeBatch(runWrites(batch, tools), tools);
  }
  return storeBatch(ran, tools);
}

function storeBatch({ ended, audit, outcomes }: RanBatch, tools: BatchTools): BatchResult {
  const { bans } = tools;
  const { world } = tools.game;
  const changes = world.pendingChanges();
  const storedChanges = changes.filter((change): change is StoredChange => !isBanTable(change.table));
  const archives = tools.files.drainArchives();
  try {
    tools.store.commit({ changes: storedChanges, audit, outcomes: outcomes.added });
  } catch (error) {
    rollBack(archives, tools);
    return failedBatch(ended, error, tools);
  }
  world.clearJournal();
  bans.keep();
  return {
    results: resultsOf(ended, tools),
    stored: true,
    changed: changes.length > 0,
    events: eventsOf(storedChanges),
  };
}

function runWrites({ writes, refused, claims }: Batch, tools: BatchTools): RanBatch {
  const { game, store, keysPerToken } = tools;
  const details = auditDetails(game);
  const outcomes = new BatchOutcomes({ stored: store.outcomes, runningMs: tools.runningMs(), keysPerToken });
  const audit: NewAuditEntry[] = refused.map((entry) => ({
    ...entry,
    player: details.playerOf(entry.Target),
  }));
  const ended = writes.flatMap((write) => {
    const subject = { ...write.input.audit, player: details.playerOf(write.input.audit.Target) };
    const claimed = claims.get(write) ?? tools.claim(write);
    claims.set(write, claimed);
    if (!claimed && write.kind === 'reload') {
      audit.push({ ...subject, ...rejectAll(game), atMs: game.now(), Outcome: 'OK', Status: 200 });
      return [];
    }
    if (!claimed) {
      const refused = details.ofRefused(write);
      audit.push({ ...subject, ...refused, atMs: game.now(), Outcome: 'REQUEST_TIMEOUT', Status: 500 });
      return [];
    }
    const result = runOne(write, outcomes, tools);
    const { code, status, replayed } = result.outcome;
    const effect = result.effect ?? details.ofRefused(write);
    const Outcome = replayed ? 'REPLAYED' : code;
    audit.push({ ...subject, ...effect, atMs: game.now(), Outcome, Status: status });
    return [{ write, result }];
  });
  return { ended, audit, outcomes };
}

/** The caller of a reload that expired was told that nothing was taken: each file makes the event of a wrong one. */
function rejectAll({ world, now }: GameContext): Pick<NewAuditEntry, 'summary' | 'eventId'> {
  for (const file of RELOADED_FILES) world.emit('config.rejected', now(), { file, reason: LATE_RELOAD });
  return { summary: LATE_RELOAD, eventId: world.lastEventId };
}

function rollBack(archives: readonly string[], { game, bans, discard, report }: BatchTools): void {
  game.world.rollbackTo(0);
  discard(archives);
  try {
    bans.takeBack();
  } catch (error) {
    report(`Banlist.json may hold bans that were not confirmed: ${(error as Error).message}`);
  }
}

function failedBatch(ended: readonly EndedWrite[], error: unknown, tools: BatchTools): BatchResult {
  const { report, metrics } = tools;
  if (ended.length === 0) {
    metrics.countStorageFailures('own', 1);
    report(`audit entries could not be stored: ${causeOf(error)}`);
    return { results: [], stored: false, changed: false, events: [] };
  }
  const lost = ended.map(({ write, result }) => ({
    write,
    result: result.stands ? result : storageFailure(write),
  }));
  report(`${ended.length} commands could not be stored, and none was applied: ${causeOf(error)}`);
  return { results: resultsOf(lost, tools), stored: false, changed: false, events: [] };
}

/** The results for the HTTP side. Counts each storage failure, once for each write that ended with it. */
function resultsOf(ended: readonly EndedWrite[], { metrics }: BatchTools): CallResult<WriteKind>[] {
  metrics.countStorageFailures('command', ended.filter(({ result }) => result.storageFailed).length);
  return ended.map(({ write, result }) => ({ kind: write.kind, slot: write.slot, output: result.outcome }));
}

/** The events among changes, oldest first. */
export function eventsOf(changes: readonly StoredChange[]): WorldEvent[] {
  return changes
    .filter(({ table, record }) => table === 'events' && record !== undefined)
    .map(({ record }) => record as WorldEvent); // the events table holds nothing else
}

function runOne(write: Write, outcomes: BatchOutcomes, tools: BatchTools): CommandResult {
  try {
    return runIdempotent(write, outcomes, tools);
  } catch (error) {
    tools.report(`the outcome of a key could not be looked up: ${causeOf(error)}`);
    return storageFailure(write);
  }
}

/** Runs a write unless its key has an outcome. Only a write that was applied keeps its key. */
function runIdempotent(write: Write, outcomes: BatchOutcomes, tools: BatchTools): CommandResult {
  const { idempotency, issuer } = write.input;
  if (idempotency === undefined) return run(write, tools);
  const { key, fingerprint } = idempotency;
  const first = outcomes.find(issuer, key);
  if (first === undefined && !outcomes.hasRoom(issuer)) return refused(tooManyKeys(tools.keysPerToken));
  if (first === undefined) {
    const result = run(write, tools);
    if (result.outcome.code === 'OK') outcomes.add(write, result.outcome);
    return result;
  }
  if (first.fingerprint !== fingerprint) {
    return refused(
      new Refusal('IDEMPOTENCY_KEY_REUSED', `the key ${key} was used before with another route or body`),
    );
  }
  return { outcome: replayOf(first), stands: first.onDisk };
}

/**
 * Runs a command and takes it back, so that what it asks the game server for is asked only when the command would be
 * done.
 */
export function rehearseWrite(input: CommandCall, tools: BatchTools): Rehearsal {
  const { game, store, keysPerToken, execute, report } = tools;
  const write: Write = { type: 'call', kind: 'command', slot: -1, input };
  const outcomes = new BatchOutcomes({ stored: store.outcomes, runningMs: tools.runningMs(), keysPerToken });
  const { idempotency, issuer } = input;
  const known = idempotency && outcomes.find(issuer, idempotency.key);
  if (known !== undefined || (idempotency !== undefined && !outcomes.hasRoom(issuer))) {
    return { outcome: runIdempotent(write, outcomes, tools).outcome }; // an outcome or a refusal, which changes nothing
  }
  try {
    return { reply: game.world.rehearse(() => execute(write).reply) };
  } catch (error) {
    return { outcome: failed(write, error, report).outcome };
  }
}

function tooManyKeys(limit: number): Refusal {
  const message = `the token has used ${limit} idempotency keys within 24 hours; nothing was applied`;
  return new Refusal('SERVER_BUSY', message);
}

function run(write: Write, tools: BatchTools): CommandResult {
  const { game, bans, report } = tools;
  if (readsBanlistFile(write)) bans.readEdits();
  if (bans.blocked !== undefined && changesBanlist(write)) return storageFailure(write, bans.blocked);
  const lastEventId = game.world.lastEventId;
  try {
    const { reply, summary, delivery } = game.world.transaction(() => {
      const executed = tools.execute(write);
      bans.makeRoom();
      return executed;
    });
    const body = JSON.stringify(reply);
    const outcome: Outcome = {
      status: 200,
      body,
      code: 'OK',
      replayed: false,
      ...(delivery && { delivery }),
    };
    const effect = auditDetails(game).ofApplied(write, reply, lastEventId);
    return { outcome, effect: summary === undefined ? effect : { ...effect, summary } };
  } catch (error) {
    return failed(write, error, report);
  }
}

function failed(write: Write, error: unknown, report: BatchTools['report']): CommandResult {
  const route = routeOf(write);
  const name = `${route.method} ${route.path}`;
  if (error instanceof Refusal) {
    if (error.cause === undefined) return refused(error);
    report(`${name}: ${causeOf(error.cause)}`);
    return { ...refused(error), storageFailed: error.code === storageFailureCode(route) };
  }
  report(`${name} failed: ${causeOf(error)}`);
  if (isDiskError(error)) return storageFailure(write);
  return refused(workFailed());
}

function refused(refusal: Refusal): CommandResult {
  const { status, code } = refusal;
  return { outcome: { status, code, body: JSON.stringify(refusal.toEnvelope()), replayed: false } };
}

function storageFailure(write: Write, message = NOT_STORED): CommandResult {
  const refusal = new Refusal(storageFailureCode(routeOf(write)), message);
  return { ...refused(refusal), storageFailed: true };
}

function storageFailureCode(route: RouteShape): ErrorCode {
  return route.onStorageFailure ?? 'INTERNAL_ERROR';
}

const DISK_ERRORS = [
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'EFBIG',
  'EMFILE',
  'EISDIR',
  'ENOTDIR',
];

function isDiskError(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code !== undefined && DISK_ERRORS.includes(code);
}

export function causeOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
