import { type ErrorCode, Refusal, type RouteShape } from '@palatine/contract';
import type { NewAuditEntry, Outcome } from '@palatine/contract/audit-records';
import { words } from '@palatine/contract/words';
import { COMMANDS } from '@palatine/world/commands';
import { runWithFaults } from '@palatine/world/faults';
import type { GameContext } from '@palatine/world/game-context';
import { LATE_RELOAD, RELOADED_FILES } from '../files/config.ts';
import type { StoredOutcome } from '../store/outcome-store.ts';
import type { AttachedRules, CommandCall, Executed, Rehearsal, Write } from './calls.ts';
import { control } from './control.ts';
import { acceptDelivery, changeDelivery, impossible, isStoodInFor } from './deliveries.ts';
import type { QueuedWrite } from './game-queue.ts';
import {
  type AuditEffect,
  appliedEffect,
  auditPlayer,
  BanlistWriteError,
  CommitError,
  type Committed,
  causeOf,
  type Rows,
  refusedEffect,
  routeOf,
  type UnitTools,
  unitOfWork,
} from './unit-of-work.ts';

export interface BatchTools extends UnitTools {
  /** Total uptime of this world, in ms. */
  runningMs(): number;
  /** Maximum keys of a token; a further write is refused. */
  readonly keysPerToken: number;
  readonly execution: {
    readonly attached: AttachedRules | undefined;
    reload(issuer: string): { Success: boolean };
    onFault(): void;
    freeze(ms: number): void;
  };
}

/** Runs a write in the world; throws its refusal. */
function execute(write: Write, { game: present, execution }: BatchTools): Executed {
  const { attached } = execution;
  if (write.kind === 'reload') return { reply: execution.reload(write.input.issuer.name) };
  const rules = { ...present.rules, playerResolution: 'Known' as const };
  const game = write.input.reaching ? { ...present, rules } : present;
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
  if (name === 'cancelDelivery' || name === 'retryDelivery')
    return changeDelivery(game, name, params.id ?? '');
  // The HTTP side has validated params and body against this route.
  const call = { params, body, issuer };
  if (game.faults.failing.size > 0) return runWithFaults(name, game, call);
  const command = COMMANDS[name] as (game: GameContext, call: unknown) => unknown;
  return command(game, call);
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
  unwritten: readonly (() => NewAuditEntry)[],
  tools: BatchTools,
) {
  const { bans, metrics, report } = tools;
  let batch = new WriteBatch(unwritten, tools);
  let committed: ReturnType<typeof batch.commit>;
  try {
    committed = batch.commit(writes);
  } catch (error) {
    if (!(error instanceof BanlistWriteError)) throw error;
    // A ban has to be in the file. All other writes run again without the bans.
    report(`Banlist.json could not be written: ${error.message}`);
    bans.block('Banlist.json could not be written, and nothing was applied');
    const again = batch.ended.map(({ queued }) => queued);
    batch = new WriteBatch(unwritten, tools);
    committed = batch.commit(again);
  }
  const { ended } = batch;
  if (ended.length > 0) metrics.batchSizes.observe(ended.length);
  metrics.storageFailures.command += ended.filter(({ result }) => result.storageFailed).length;
  return { ended, committed };
}

/** An attempt to run writes, with the rows that are committed with their changes. */
class WriteBatch implements Rows {
  ended: { readonly queued: QueuedWrite; readonly result: CommandResult }[] = [];
  readonly audit: NewAuditEntry[] = [];
  readonly #unwritten: readonly (() => NewAuditEntry)[];
  readonly #added = new Map<string, StoredOutcome>();
  readonly #tools: BatchTools;

  constructor(unwritten: readonly (() => NewAuditEntry)[], tools: BatchTools) {
    this.#tools = tools;
    this.#unwritten = unwritten;
  }

  get outcomes(): readonly StoredOutcome[] {
    return [...this.#added.values()];
  }

  /** Undefined if it could not be stored: then no write was applied. Throws a BanlistWriteError. */
  commit(writes: Iterable<QueuedWrite>): Committed<unknown> | undefined {
    try {
      return unitOfWork(this.#tools, () => this.#run(writes));
    } catch (error) {
      if (error instanceof CommitError) return this.#fail(error);
      throw error;
    }
  }

  #run(writes: Iterable<QueuedWrite>): this {
    for (const make of this.#unwritten) {
      const entry = make();
      this.audit.push({ ...entry, player: auditPlayer(this.#tools.game, entry.Target) });
    }
    for (const queued of writes) this.ended.push({ queued, result: this.#runAudited(queued.write) });
    return this;
  }

  /** Ends each write with a storage failure, unless its outcome was on disk before. */
  #fail({ message }: CommitError): undefined {
    const { metrics, report } = this.#tools;
    const count = this.ended.length;
    if (count > 0) report(`${count} commands could not be stored, so none was applied: ${message}`);
    else {
      metrics.storageFailures.own += 1;
      report(`audit entries could not be stored: ${message}`);
    }
    this.ended = this.ended.map(({ queued, result }) => ({
      queued,
      result: result.isStored === true ? result : storageFailure(queued.write),
    }));
  }

  #runAudited(write: Write): CommandResult {
    const { game } = this.#tools;
    const player = auditPlayer(game, write.input.audit.Target);
    const result = this.#runOne(write);
    const { code, status, replayed } = result.outcome;
    const effect = result.effect ?? refusedEffect(write);
    const Outcome = replayed ? 'REPLAYED' : code;
    const isReaching = write.kind === 'command' && write.input.reaching === true;
    const isOffline = player !== undefined && !game.world.sessions.has(player.uid);
    const summary = isReaching && isOffline ? `${effect.summary} (offline)` : effect.summary;
    const entry = { ...effect, summary, atMs: game.now(), Outcome, Status: status };
    this.audit.push({ ...write.input.audit, player, ...entry });
    return result;
  }

  #runOne(write: Write): CommandResult {
    try {
      return resultByKey(write, this.#added, this.#tools) ?? this.#runNew(write);
    } catch (error) {
      this.#tools.report(`an outcome could not be looked up by its key: ${causeOf(error)}`);
      return storageFailure(write);
    }
  }

  /** Runs a write whose key has no outcome yet. Only an applied write keeps its key. */
  #runNew(write: Write): CommandResult {
    const result = run(write, this.#tools);
    const { idempotency, issuer } = write.input;
    const { status, body, code, delivery = '' } = result.outcome;
    if (idempotency === undefined || code !== 'OK') return result;
    const { key, fingerprint } = idempotency;
    const runningMs = this.#tools.runningMs();
    const stored = { issuer: issuer.id, key, fingerprint, runningMs, status, body, code, delivery };
    this.#added.set(keyOf(issuer.id, key), stored);
    return result;
  }
}

/** Audit entry of an expired write, with the events of a reload's invalid files. */
export function auditExpired(write: Write, { game }: BatchTools): NewAuditEntry {
  const subject = { ...write.input.audit, player: auditPlayer(game, write.input.audit.Target) };
  const atMs = game.now();
  if (write.kind !== 'reload') {
    return { ...subject, ...refusedEffect(write), atMs, Outcome: 'REQUEST_TIMEOUT', Status: 500 };
  }
  const { world } = game;
  for (const file of RELOADED_FILES) world.emit('config.rejected', atMs, { file, reason: LATE_RELOAD });
  return { ...subject, summary: LATE_RELOAD, eventId: world.lastEventId, atMs, Outcome: 'OK', Status: 200 };
}

export function replayOf({ status, body, code, delivery }: StoredOutcome): Outcome {
  return { status, body, code, replayed: true, delivery };
}

const keyOf = (issuer: string, key: string) => `${issuer} ${key}`;

/**
 * The result of a write that does not run: its key has an outcome, or may have none. Undefined for any other write.
 * `added`: outcomes of this batch, by `keyOf`.
 */
function resultByKey(
  { input }: Write,
  added: ReadonlyMap<string, StoredOutcome>,
  { keysPerToken: max, runningMs, store: { outcomes } }: BatchTools,
): CommandResult | undefined {
  if (input.idempotency === undefined) return undefined;
  const { key, fingerprint } = input.idempotency;
  const { id } = input.issuer;
  const ofBatch = added.get(keyOf(id, key));
  const first = ofBatch ?? outcomes.find(id, key, runningMs());
  if (first === undefined) {
    const addedKeys = [...added.values()].filter(({ issuer }) => issuer === id).length;
    if (outcomes.keysOf(id) + addedKeys < max) return undefined;
    const full = `the token has used ${max} idempotency keys within 24 hours; nothing was applied`;
    return refused(new Refusal('SERVER_BUSY', full));
  }
  if (first.fingerprint === fingerprint) return { outcome: replayOf(first), isStored: ofBatch === undefined };
  const reused = `the key ${key} was used before with another route or body`;
  return refused(new Refusal('IDEMPOTENCY_KEY_REUSED', reused));
}

/** Dry run of a command, so that the game server is asked only for what would be done. */
export function rehearseWrite(input: CommandCall, tools: BatchTools): Rehearsal {
  const write: Write = { kind: 'command', input };
  const known = resultByKey(write, new Map(), tools);
  if (known !== undefined) return { outcome: known.outcome };
  try {
    return { reply: tools.game.world.rehearse(() => execute(write, tools).reply) };
  } catch (error) {
    return { outcome: failed(write, error, tools.report).outcome };
  }
}

function run(write: Write, tools: BatchTools): CommandResult {
  const { game, bans, report } = tools;
  const changesBans = routeOf(write).changesBanlist === true;
  if (changesBans || write.kind === 'reload') bans.readEdits();
  if (changesBans && bans.unit.blocked !== undefined) return storageFailure(write, bans.unit.blocked);
  const lastEventId = game.world.lastEventId;
  try {
    const { reply, summary, delivery } = game.world.transaction(() => {
      const executed = execute(write, tools);
      if (changesBans) bans.evict();
      return executed;
    });
    const ok = { status: 200, body: JSON.stringify(reply), code: 'OK', replayed: false } as const;
    const outcome = { ...ok, ...(delivery && { delivery }) };
    const effect = appliedEffect(game.world, write, reply, lastEventId);
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

const DISK_ERRORS: ReadonlySet<string> = new Set(
  words('ENOSPC EDQUOT EIO EROFS EACCES EPERM EFBIG EMFILE EISDIR ENOTDIR'),
);
