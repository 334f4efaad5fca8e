import { MessageChannel } from 'node:worker_threads';
import { Refusal } from '@palatine/contract';
import type { Logger } from 'pino';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import { AuditOutbox } from './audit-outbox.ts';
import type { Clock } from './clock.ts';
import { ToWorkerPort } from './message-port.ts';
import {
  type CallKind,
  type CallMessage,
  type CallResult,
  type Calls,
  type CommandCall,
  type FromWorker,
  type GameData,
  isWrite,
  type ServedFigures,
  type ToWorker,
  type WriteCall,
  type WriteKind,
} from './protocol.ts';
import type { OrphanedCall, RequestSlots } from './request-slots.ts';
import type { RunningLoop, StartLoop } from './start-thread.ts';
import { workFailed } from './work-failed.ts';

/** A loop that dies this often within a minute is not started again. */
const DEATHS_PER_MINUTE = 5;
/** The first entry dropped is logged, and then each time as many more. */
const DROPS_PER_LOG_LINE = 1000;

export interface SupervisorOptions {
  startLoop: StartLoop;
  /** What a loop is started with, with the rules that are in force by then. */
  data(): GameData;
  slots: RequestSlots;
  clock: Clock;
  log: Logger;
  /** Called when a loop is started again: the world may be an older one than the last that was read. */
  onRestart(): void;
  /** What the loop sends beside the ends of calls. */
  onNews(message: FromWorker): void;
}

/**
 * Keeps a game loop running: starts it, sends it the calls, and starts it again from the store when it dies.
 * After a death every open call is rejected with a refusal that says whether it was applied.
 */
export class Supervisor {
  readonly outbox = new AuditOutbox();
  /** How often the loop died and was started again. */
  restarts = 0;
  /** The world as the loop found it when it last started; undefined until then. */
  figures: ServedFigures | undefined;
  /** Called when the loop has died too often to be started again. */
  onLost: (error: Error) => void = () => {};
  readonly #options: SupervisorOptions;
  #running: { loop: RunningLoop; port: ToWorkerPort } | undefined;
  #stopping = false;
  #onEnded: () => void = () => {};
  #deathsMs: number[] = [];

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Whether the loop runs and its world is loaded. */
  get ready(): boolean {
    return this.figures !== undefined;
  }

  /** Starts the loop and waits until it has loaded the world; rejects when it cannot. */
  start(): Promise<void> {
    const { startLoop, data } = this.#options;
    const { port1, port2 } = new MessageChannel();
    const port = new ToWorkerPort(port1);
    return new Promise((resolve, reject) => {
      port1.on('message', (message: FromWorker) => {
        this.#onMessage(message);
        if (message.type === 'ready') resolve();
      });
      try {
        const loop = startLoop(data(), port2, (reason) => {
          const wasReady = this.ready;
          port.close();
          this.#onEnded();
          if (!wasReady) reject(reason);
          if (!this.#stopping) this.#onDeath(reason, wasReady);
        });
        this.#running = { loop, port };
      } catch (error) {
        port.close(); // an open port would keep the process from ending
        throw error;
      }
    });
  }

  call<K extends CallKind>(kind: K, input: Calls[K][0]): Promise<Calls[K][1]> {
    return this.#options.slots.open(kind, input, (message) => this.#post(message));
  }

  /** Has a refused request audited; it is sent again should the loop die before it confirms. */
  audit(entry: NewAuditEntry): void {
    const numbered = this.outbox.add(entry);
    if (numbered !== undefined) this.#post({ type: 'audit', entries: [numbered], resent: false });
    else if (this.outbox.dropped % DROPS_PER_LOG_LINE === 1) {
      this.#options.log.error({ dropped: this.outbox.dropped }, 'refused requests are missing in the audit');
    }
  }

  /** Lets the loop answer the calls that wait, close its store and end. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const ended = new Promise<void>((resolve) => {
      this.#onEnded = resolve;
    });
    this.#post({ type: 'stop' });
    await ended;
    await this.kill();
  }

  async kill(): Promise<void> {
    await this.#running?.loop.terminate();
  }

  #post(message: CallMessage | Exclude<ToWorker, { type: 'call' }>): void {
    this.#running?.port.post(message);
  }

  #onMessage(message: FromWorker): void {
    const { slots, log, onNews } = this.#options;
    switch (message.type) {
      case 'ready':
        this.figures = message.figures;
        return;
      case 'results':
        for (const result of message.results) slots.settle(result);
        return;
      case 'outcomes':
        if (message.events !== undefined) onNews(message.events);
        for (const result of JSON.parse(message.json) as CallResult<WriteKind>[]) slots.settle(result);
        return;
      case 'refused':
        return slots.reject(message.slot, new Refusal(message.code, message.message, message.details));
      case 'failed':
        log.error({ cause: message.cause }, 'work in the game thread threw');
        return slots.reject(message.slot, workFailed());
      case 'skipped':
        return slots.free(message.slot);
      case 'audited':
        return this.outbox.confirm(message.upTo);
      case 'error':
        return log.error(message.message);
      case 'stopped':
        return this.#onEnded();
      default:
        return onNews(message);
    }
  }

  #onDeath(cause: Error, wasReady: boolean): void {
    const { slots, clock, log, onRestart } = this.#options;
    this.figures = undefined;
    const begun: OrphanedCall[] = [];
    for (const call of slots.abandon()) {
      if (call.begun && mustBeTold(call)) begun.push(call);
      else call.reject(startingAgain()); // reads change nothing, and a write that was not begun never will be
    }
    if (!wasReady) return rejectAll(begun); // its start is what failed, and rejected
    const nowMs = clock.elapsed();
    this.#deathsMs = [...this.#deathsMs.filter((atMs) => nowMs - atMs < 60_000), nowMs];
    log.error({ err: cause }, 'the game thread died; starting it again from the store');
    if (this.#deathsMs.length >= DEATHS_PER_MINUTE) return this.#giveUp(begun, cause);
    this.restarts += 1;
    this.start().catch((error: Error) => this.onLost(error));
    this.#settle(begun);
    onRestart();
    const { unconfirmed } = this.outbox;
    if (unconfirmed.length > 0) this.#post({ type: 'audit', entries: unconfirmed, resent: true });
  }

  #giveUp(begun: readonly OrphanedCall[], cause: Error): void {
    rejectAll(begun);
    this.onLost(new Error(`the game thread died ${this.#deathsMs.length} times within a minute`, { cause }));
  }

  /**
   * Finds out what became of the calls that a loop had begun when it died. It runs before anybody else can take a
   * slot, and nothing it asks expires: SERVER_BUSY and REQUEST_TIMEOUT would say that nothing was applied.
   */
  #settle(begun: readonly OrphanedCall[]): void {
    const { slots } = this.#options;
    const commands = begun.filter(({ message }) => message.kind === 'command');
    for (const call of begun) {
      if (call.message.kind !== 'command') slots.reopen(again(call), (message) => this.#post(message));
    }
    if (commands.length === 0) return;
    this.call('statusesOf', new Set(commands.map(requestOf))).then(
      (statuses) => {
        for (const call of commands) call.reject(diedDuring(call, statuses.get(requestOf(call))));
      },
      () => rejectAll(commands),
    );
  }
}

/** Whether the caller has to hear what became of a call: writes, and the question what became of writes. */
function mustBeTold({ message }: OrphanedCall): boolean {
  return isWrite(message) || message.kind === 'statusesOf';
}

/**
 * The call for the new loop. What a reload has read is gone with its loop, committed or not, so it is done again;
 * without its key, since a stored outcome would put nothing in force.
 */
function again(call: OrphanedCall): OrphanedCall {
  if (call.message.kind !== 'reload') return call;
  const input: WriteCall = { ...writeOf(call), idempotency: undefined };
  return { ...call, message: { ...call.message, input } };
}

/** The name of a write in the audit. */
function requestOf(call: OrphanedCall): string {
  return writeOf(call).audit.request;
}

function writeOf({ message }: OrphanedCall): WriteCall {
  return message.input as WriteCall; // asked of writes only
}

function rejectAll(calls: readonly OrphanedCall[]): void {
  for (const { reject } of calls) reject(unknownEnd());
}

function unknownEnd(): Refusal {
  return new Refusal('INTERNAL_ERROR', 'the game thread died; whether the request was applied is not known');
}

function startingAgain(): Refusal {
  return new Refusal('SERVER_BUSY', 'the game thread is starting again; nothing was applied');
}

/** The answer to a command whose loop died. `status`: with which it is in the audit, if it is. */
function diedDuring({ message }: OrphanedCall, status: number | undefined): Refusal {
  if (status === undefined) return startingAgain();
  // Injected faults were in the loop, and ended with it.
  if ((message.input as CommandCall).name === 'controlSimulation') return unknownEnd();
  const applied = status === 200;
  const text = `the game thread died; the request was ${applied ? '' : 'not '}applied`;
  return new Refusal('INTERNAL_ERROR', text, { Applied: applied });
}
