import { Refusal } from '@palatine/contract';
import type { Outcome } from '@palatine/contract/audit-records';
import type { Clock } from '@palatine/platform/clock';
import type { Write } from './calls.ts';

/** Maximum writes of a batch, and the time in which it accepts further ones. */
const MAX_BATCH = 256;
const MAX_BATCH_MS = 10;

export interface QueueOptions {
  readonly clock: Clock;
  /** Maximum pending calls; beyond it 503 SERVER_BUSY. */
  readonly limit: number;
  /** A call that has not started by then is refused: 500 REQUEST_TIMEOUT. */
  readonly deadlineMs: number;
  /** Runs the writes from the queue, commits them and settles each. */
  runBatch(writes: Iterable<QueuedWrite>): void;
  onExpired(write: Write): void;
}

export interface QueuedWrite {
  readonly write: Write;
  settle(outcome: Outcome): void;
}

interface Waiting {
  /** For a write; other work runs by itself. */
  readonly queued?: QueuedWrite;
  run(): void;
  reject(error: Error): void;
  /** On the monotonic clock; Infinity for work without a deadline. */
  readonly deadlineMs: number;
}

/** Runs calls in order. Each runs or expires at its deadline, never both; adjacent writes form a batch. */
export class GameQueue {
  readonly #options: QueueOptions;
  readonly #waiting = new Set<Waiting>();
  frozen = false;
  #scheduled = false;
  #stopped = false;
  /** One timer for all deadlines: nearly every call is taken long before its own. */
  #timer: { readonly dueMs: number; cancel(): void } | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get depth(): number {
    return this.#waiting.size;
  }

  /** Resolves with the outcome of a write, once on disk. Rejects with SERVER_BUSY or REQUEST_TIMEOUT. */
  write(write: Write): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#add({ queued: { write, settle: resolve }, run: () => {}, reject }, this.#leftMs(write));
    return promise;
  }

  /** Runs other work in its turn. `expires`: whether it has a deadline and the limit applies, as for a write. */
  run<T>(work: () => T | Promise<T>, { expires }: { expires: boolean }): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const run = () => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    };
    this.#add({ run, reject }, expires ? this.#options.deadlineMs : Number.POSITIVE_INFINITY);
    return promise;
  }

  /** Runs a read at once, or in its turn while the game is frozen. */
  inTurn<T>(read: () => T): T | Promise<T> {
    return this.frozen ? this.run(read, { expires: true }) : read();
  }

  /** Makes the queue check for work soon, even if no call is pending. */
  wake(): void {
    if (this.#scheduled || this.frozen || this.#stopped) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.frozen || this.#stopped) return;
      this.#runNext();
      if (this.#waiting.size > 0) this.wake();
    });
  }

  /** Pauses the queue, as under a stalled disk. Deadlines continue. */
  freeze(ms: number): void {
    this.frozen = true;
    this.#options.clock.after(ms, () => {
      this.frozen = false;
      this.wake();
    });
  }

  /** Runs all pending calls, even if frozen, and accepts none afterwards. */
  stop(): void {
    while (this.#waiting.size > 0) {
      this.frozen = false; // a call may freeze again
      this.#runNext();
    }
    this.#stopped = true;
    this.#timer?.cancel();
  }

  #add(call: Pick<Waiting, 'queued' | 'run' | 'reject'>, leftMs: number): void {
    const { clock, limit } = this.#options;
    const expires = leftMs !== Number.POSITIVE_INFINITY;
    if (this.#stopped || (expires && this.#waiting.size >= limit)) {
      return call.reject(new Refusal('SERVER_BUSY', 'too many requests are waiting for the game'));
    }
    const deadlineMs = clock.elapsed() + leftMs;
    this.#waiting.add({ ...call, deadlineMs });
    if (expires) this.#expireAt(deadlineMs);
    this.wake();
  }

  /** Has a timer fire no later than this. */
  #expireAt(dueMs: number): void {
    if (this.#timer !== undefined && this.#timer.dueMs <= dueMs) return;
    this.#timer?.cancel();
    const { clock } = this.#options;
    this.#timer = { dueMs, cancel: clock.after(dueMs - clock.elapsed(), () => this.#expireDue()) };
  }

  #expireDue(): void {
    const nowMs = this.#options.clock.elapsed();
    this.#timer = undefined;
    for (const waiting of this.#waiting) if (waiting.deadlineMs <= nowMs) this.#expire(waiting);
    const nextMs = Math.min(...this.#waiting.values().map(({ deadlineMs }) => deadlineMs));
    if (nextMs !== Number.POSITIVE_INFINITY) this.#expireAt(nextMs);
  }

  #leftMs({ input: { notAfter = Number.POSITIVE_INFINITY } }: Write): number {
    const { clock, deadlineMs } = this.#options;
    return Math.max(0, Math.min(deadlineMs, notAfter - clock.now()));
  }

  #runNext(): void {
    const [first] = this.#waiting;
    if (first === undefined || first.queued !== undefined) return this.#options.runBatch(this.#takeWrites());
    if (this.#take(first)) first.run();
  }

  /** The writes at the head of the queue. A reload ends a batch: later writes run under the new rules. */
  *#takeWrites(): Generator<QueuedWrite> {
    const { clock } = this.#options;
    const endMs = clock.elapsed() + MAX_BATCH_MS;
    let count = 0;
    for (const waiting of this.#waiting) {
      const { queued } = waiting;
      if (queued === undefined) return;
      if (!this.#take(waiting)) continue;
      yield queued;
      count += 1;
      const full = count === MAX_BATCH || clock.elapsed() >= endMs;
      if (full || this.frozen || queued.write.kind === 'reload') return;
    }
  }

  /** Removes a call to run it. False past its deadline, even if its timer is late: timers pause while the machine sleeps. */
  #take(waiting: Waiting): boolean {
    const { clock } = this.#options;
    const notAfter = waiting.queued?.write.input.notAfter ?? Number.POSITIVE_INFINITY;
    if (clock.elapsed() >= waiting.deadlineMs || clock.now() >= notAfter) {
      this.#expire(waiting);
      return false;
    }
    this.#waiting.delete(waiting);
    return true;
  }

  #expire(waiting: Waiting): void {
    const { deadlineMs, onExpired } = this.#options;
    this.#waiting.delete(waiting);
    waiting.reject(
      new Refusal(
        'REQUEST_TIMEOUT',
        `the game could not run it within ${deadlineMs / 1000} seconds; nothing was applied`,
      ),
    );
    if (waiting.queued !== undefined) onExpired(waiting.queued.write);
  }
}
