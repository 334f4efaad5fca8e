import { type ErrorCode, Refusal, type RouteShape } from '@palatine/contract';
import { LATE_RELOAD, RELOADED_FILES } from '@palatine/data-dir/live-settings';
import { COMMANDS, type GameContext } from '@palatine/world';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import type { StoredOutcome } from '../store/outcome-store.ts';
import { acceptDelivery, impossible, isStoodInFor } from './accept-delivery.ts';
import { type AuditEffect, auditDetails, routeOf } from './audit-entry.ts';
import type { AttachedRules, CommandCall, Executed, Outcome, Rehearsal, Write, WriteCall } from './calls.ts';
import { control } from './control.ts';
import { DELIVERY_CHANGES } from './deliveries.ts';
import type { QueuedWrite } from './game-queue.ts';
import {
  BanlistWriteError,
  CommitError,
  type Committed,
  causeOf,
  type Rows,
  type UnitTools,
  unitOfWork,
} from './unit-of-work.ts';

export interface BatchTools extends UnitTools {
  runningMs(): number;
  /** Maximum keys of a token; a further write is refused. */
  readonly keysPerToken: number;
  readonly execution: {
    readonly attached: AttachedRules | undefined;
    reload(issuer: string): { Success: boolean };
    /** Called when faults are injected. */
    onFault(): void;
    freeze(ms: number): void;
  };
}

/** Runs a write in the world; throws its refusal. */
function execute(write: Write, { game, execution }: BatchTools): Executed {
  const { attached } = execution;
  if (write.kind === 'reload') return { reply: execution.reload(write.input.issuer.name) };
  const route = routeOf(write);
  if (attached !== undefined && route.attached === 'Delivered') return acceptDelivery(game, write, attached);
  if (attached !== undefined && route.attached === 'Impossible' && !isStoodInFor(write, attached)) {
    game.world.rehearse(() => runCommand(write.input, game, execution)); // errors of the call come first
    throw impossible(route);
  }
  return { reply: runCommand(write.input, game, execution) };
}

function runCommand(
  { name, params, body, issuer }: CommandCall,
  game: GameContext,
  { onFault, freeze }: BatchTools['execution'],
): unknown {
  if (name === 'controlSimulation') {
    onFault();
    return control(game, body, freeze);
  }
  if (name === 'cancelDelivery' || name === 'retryDelivery') {
    return DELIVERY_CHANGES[name](game, params.id ?? '');
  }
  // The HTTP side has validated params and body against this route.
  const command = COMMANDS[name] as (game: GameContext, call: unknown) => unknown;
  return command(game, { params, body, issuer });
}

interface EndedWrite {
  readonly queued: QueuedWrite;
  readonly outcome: Outcome;
}

interface CommandResult {
  outcome: Outcome;
  effect?: AuditEffect;
  storageFailed?: boolean;
  /** Whether it was on disk before this batch, so that it is valid even when the batch fails. */
  isStored?: boolean;
}

const NOT_STORED = 'the change could not be stored, and nothing was applied';

/**
 * Runs writes in order, each whole or not at all, and stores their changes, audit entries and outcomes
 * in one transaction. When the commit fails, nothing has changed, in memory or on disk, and each
 * caller gets the storage failure of its route. `unwritten`: creates the audit entries of earlier refusals.
 * @returns the `ended` writes, which settle with their outcomes once their changes are active
 */
export function runBatch(
  writes: Iterable<QueuedWrite>,
  unwritten: () => readonly NewAuditEntry[],
  tools: BatchTools,
): { ended: readonly EndedWrite[]; committed: Committed<unknown> | undefined } {
  const { bans, metrics, report } = tools;
  const queuedWrites: QueuedWrite[] = [];
  let results: CommandResult[] = [];
  const run = (from: Iterable<QueuedWrite>) =>
    unitOfWork(tools, () => {
      const batch = new WriteBatch(unwritten(), tools);
      results = batch.results;
      for (const queued of from) {
        if (from !== queuedWrites) queuedWrites.push(queued);
        batch.run(queued.write);
      }
      return batch;
    });
  const commit = () => {
    try {
      return run(writes);
    } catch (error) {
      if (!(error instanceof BanlistWriteError)) throw error;
      // A ban has to be in the file. All other writes run again without the bans.
      report(`Banlist.json could not be written: ${error.message}`);
      bans.block('Banlist.json could not be written, and nothing was applied');
      return run(queuedWrites);
    }
  };
  try {
    const committed = commit();
    return { ended: endedOf(queuedWrites, results, tools), committed };
  } catch (error) {
    if (!(error instanceof CommitError)) throw error;
    if (queuedWrites.length === 0) {
      metrics.storageFailures.own += 1;
      report(`audit entries could not be stored: ${error.message}`);
    } else
      report(`${queuedWrites.length} commands could not be stored, so none was applied: ${error.message}`);
    const outcomes = results.map((result, at) =>
      result.isStored === true ? result : storageFailure((queuedWrites[at] as QueuedWrite).write),
    );
    return { ended: endedOf(queuedWrites, outcomes, tools), committed: undefined };
  } finally {
    if (queuedWrites.length > 0) metrics.batchSizes.observe(queuedWrites.length);
  }
}

/** Counts a storage failure for each write that ended with it. */
function endedOf(
  queuedWrites: readonly QueuedWrite[],
  results: readonly CommandResult[],
  { metrics }: BatchTools,
): EndedWrite[] {
  metrics.storageFailures.command += results.filter(({ storageFailed }) => storageFailed).length;
  return queuedWrites.map((queued, at) => ({ queued, outcome: (results[at] as CommandResult).outcome })); // one each
}

class WriteBatch implements Rows {
  readonly results: CommandResult[] = [];
  readonly audit: NewAuditEntry[];
  readonly #keys: KeyedOutcomes;
  readonly #tools: BatchTools;
  readonly #details: ReturnType<typeof auditDetails>;

  constructor(refused: readonly NewAuditEntry[], tools: BatchTools) {
    this.#tools = tools;
    this.#details = auditDetails(tools.game);
    this.#keys = keyedOutcomes(tools);
    this.audit = refused.map((entry) => ({ ...entry, player: this.#details.playerOf(entry.Target) }));
  }

  get outcomes(): readonly StoredOutcome[] {
    return [...this.#keys.added.values()];
  }

  run(write: Write): void {
    const player = this.#details.playerOf(write.input.audit.Target);
    const result = this.#runOne(write);
    const { code, status, replayed } = result.outcome;
    const effect = result.effect ?? this.#details.ofRefused(write);
    const Outcome = replayed ? 'REPLAYED' : code;
    const atMs = this.#tools.game.now();
    this.audit.push({ ...write.input.audit, player, ...effect, atMs, Outcome, Status: status });
    this.results.push(result);
  }

  #runOne(write: Write): CommandResult {
    try {
      return runIdempotent(write, this.#keys, this.#tools);
    } catch (error) {
      this.#tools.report(`an outcome could not be looked up by its key: ${causeOf(error)}`);
      return storageFailure(write);
    }
  }
}

/** Audit entry of an expired write, with the events of a reload's invalid files. */
export function auditExpired(write: Write, { game }: BatchTools): NewAuditEntry {
  const details = auditDetails(game);
  const subject = { ...write.input.audit, player: details.playerOf(write.input.audit.Target) };
  const atMs = game.now();
  if (write.kind !== 'reload') {
    return { ...subject, ...details.ofRefused(write), atMs, Outcome: 'REQUEST_TIMEOUT', Status: 500 };
  }
  const { world } = game;
  for (const file of RELOADED_FILES) world.emit('config.rejected', atMs, { file, reason: LATE_RELOAD });
  return { ...subject, summary: LATE_RELOAD, eventId: world.lastEventId, atMs, Outcome: 'OK', Status: 200 };
}

function keyedOutcomes({ store, runningMs }: BatchTools) {
  return { added: new Map(), stored: store.outcomes, runningMs: runningMs() };
}

/** Outcomes of writes with an Idempotency-Key: on disk, and in the current batch. */
type KeyedOutcomes = ReturnType<typeof keyedOutcomes>;

type Issuer = WriteCall['issuer'];

/** Outcome of the first applied write with this key. `onDisk`: from before this batch. */
function findOutcome(
  { added, stored, runningMs }: KeyedOutcomes,
  { id }: Issuer,
  key: string,
): { first: StoredOutcome; onDisk: boolean } | undefined {
  const ofBatch = added.get(`${id} ${key}`);
  if (ofBatch !== undefined) return { first: ofBatch, onDisk: false };
  const first = stored.find(id, key, runningMs);
  return first && { first, onDisk: true };
}

function hasRoom({ added, stored }: KeyedOutcomes, { id }: Issuer, keysPerToken: number): boolean {
  const ofBatch = [...added.values()].filter(({ issuer }) => issuer === id).length;
  return stored.keysOf(id) + ofBatch < keysPerToken;
}

export function replayOf({ status, body, code, delivery }: StoredOutcome): Outcome {
  return { status, body, code, replayed: true, delivery };
}

/** Runs a write unless its key has an outcome. Only an applied write keeps its key. */
function runIdempotent(write: Write, keys: KeyedOutcomes, tools: BatchTools): CommandResult {
  const { idempotency, issuer } = write.input;
  if (idempotency === undefined) return run(write, tools);
  const { key, fingerprint } = idempotency;
  const earlier = findOutcome(keys, issuer, key);
  if (earlier === undefined) {
    const { keysPerToken: max } = tools;
    if (!hasRoom(keys, issuer, max)) {
      const full = `the token has used ${max} idempotency keys within 24 hours; nothing was applied`;
      return refused(new Refusal('SERVER_BUSY', full));
    }
    const result = run(write, tools);
    const { status, body, code, delivery = '' } = result.outcome;
    const { runningMs } = keys;
    if (code === 'OK') {
      const stored = { issuer: issuer.id, key, fingerprint, runningMs, status, body, code, delivery };
      keys.added.set(`${issuer.id} ${key}`, stored);
    }
    return result;
  }
  if (earlier.first.fingerprint !== fingerprint) {
    return refused(
      new Refusal('IDEMPOTENCY_KEY_REUSED', `the key ${key} was used before with another route or body`),
    );
  }
  return { outcome: replayOf(earlier.first), isStored: earlier.onDisk };
}

/** Dry run of a command, so that the game server is asked only for what would be done. */
export function rehearseWrite(input: CommandCall, tools: BatchTools): Rehearsal {
  const { game, keysPerToken, report } = tools;
  const write: Write = { kind: 'command', input };
  const keys = keyedOutcomes(tools);
  const { idempotency, issuer } = input;
  if (idempotency !== undefined) {
    const isRepeat = findOutcome(keys, issuer, idempotency.key) !== undefined;
    // An outcome or a refusal, which changes nothing.
    if (isRepeat || !hasRoom(keys, issuer, keysPerToken))
      return { outcome: runIdempotent(write, keys, tools).outcome };
  }
  try {
    return { reply: game.world.rehearse(() => execute(write, tools).reply) };
  } catch (error) {
    return { outcome: failed(write, error, report).outcome };
  }
}

function run(write: Write, tools: BatchTools): CommandResult {
  const { game, bans, report } = tools;
  const changesBans = routeOf(write).changesBanlist === true;
  if (changesBans || write.kind === 'reload') bans.readEdits();
  if (changesBans && bans.blocked !== undefined) return storageFailure(write, bans.blocked);
  const lastEventId = game.world.lastEventId;
  try {
    const { reply, summary, delivery } = game.world.transaction(() => {
      const executed = execute(write, tools);
      if (changesBans) bans.evict();
      return executed;
    });
    const outcome: Outcome = {
      status: 200,
      body: JSON.stringify(reply),
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
  if (DISK_ERRORS.has((error as NodeJS.ErrnoException | undefined)?.code ?? '')) return storageFailure(write);
  return refused(new Refusal('REQUEST_FAILED', 'it failed; the log of the service has the reason'));
}

function refused(refusal: Refusal): CommandResult {
  const { status, code } = refusal;
  return { outcome: { status, code, body: JSON.stringify(refusal.toEnvelope()), replayed: false } };
}

function storageFailure(write: Write, message = NOT_STORED): CommandResult {
  return { ...refused(new Refusal(storageFailureCode(routeOf(write)), message)), storageFailed: true };
}

function storageFailureCode(route: RouteShape): ErrorCode {
  return route.onStorageFailure ?? 'INTERNAL_ERROR';
}

const DISK_ERRORS = new Set('ENOSPC EDQUOT EIO EROFS EACCES EPERM EFBIG EMFILE EISDIR ENOTDIR'.split(' '));
