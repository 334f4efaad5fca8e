import type { NatsConnection } from '@nats-io/transport-node';
import { BrokerError, batch, type FleetStream } from '@palatine/fleet';
import type { OutboxPage, OutboxRead } from '../game/calls.ts';
import type { Clock } from '../game/clock.ts';
import type { OutboxSubject } from '../store/outbox-store.ts';
import {
  type LastMessage,
  mostPayloadBytes,
  type PackedBatch,
  publishBatch,
  readStreamEnd,
  StreamMovedError,
} from './stream-end.ts';

const FIRST_MS = 250;
const LONGEST_MS = 10_000;

export interface SubjectOutboxOptions {
  readonly nc: NatsConnection;
  /** Reads what the stream lacks. */
  readonly read: (read: OutboxRead) => Promise<OutboxPage>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly kind: OutboxSubject;
  readonly stream: FleetStream;
  readonly subject: string;
  /** How often the world is asked for new rows when nobody has said that there are any, in ms. */
  readonly pollMs: number;
  /** Sends nothing before `resume`. */
  readonly paused: boolean;
  /** Is told when the stream begins to fail, and (undefined) when it works again. */
  onTrouble(error: Error | undefined): void;
}

/** Rows and bytes of one batch: the game makes it in a few milliseconds, and every broker takes it. */
const BATCH = { rows: 500, bytes: 256 * 1024 };
/** What happens soon after a batch goes into one batch together. */
const COLLECT_MS = 250;
/** A stream that was wiped while the connection held is noticed after so long without a batch. */
const RECHECK_MS = 60_000;
/**
 * Two instances of a world that write to one subject, each with its own history, would fill it with repetitions until
 * one of them is stopped: so each that loses waits longer and longer.
 */
const LONGEST_AFTER_MOVE_MS = 300_000;
const MOVES_APART_MS = 600_000;

/**
 * Copies the rows of one subject to its stream, in order and without a gap, however often either of them stops. It keeps
 * no position of its own: the stream says what it has. One batch is under way at a time.
 */
export class SubjectOutbox {
  readonly #options: SubjectOutboxOptions;
  readonly #work: WakeableWait;
  readonly #pause: WakeableWait;
  /** Where the stream ended when it was last asked, or took a batch. */
  #last: LastMessage = { sequence: 0, end: undefined };
  /** Whether the stream has to be asked again. */
  #unsure = true;
  #checkedAtMs = 0;
  /** Called when the connection is lost, while an answer is waited for. */
  #onLost: ((error: Error) => void) | undefined;
  /** The newest row of the world, and the newest of this history that the stream has. */
  #newestId = 0;
  #sentId = 0;
  #failures = 0;
  /** How often somebody else has written to this subject meanwhile, and when that was last so. */
  #moves = 0;
  #movedAtMs = Number.NEGATIVE_INFINITY;
  #rowsAtOnce = BATCH.rows;
  #incarnation = '';
  #paused: boolean;
  #stopped = false;

  constructor(options: SubjectOutboxOptions) {
    this.#options = options;
    this.#paused = options.paused;
    this.#work = new WakeableWait(options.clock);
    this.#pause = new WakeableWait(options.clock);
    void this.#run();
  }

  /** Rows that the stream lacks, when it was last asked. */
  get lag(): number {
    return this.#newestId - this.#sentId;
  }

  /** The history whose rows were last read; '' before the first. */
  get incarnation(): string {
    return this.#incarnation;
  }

  /** There are new rows. */
  wake(): void {
    this.#work.wake();
  }

  /** The connection is a new one: no answer to what was asked before will come, and the stream may have lost its disk. */
  onReconnect(): void {
    this.#unsure = true;
    this.#onLost?.(new BrokerError('the connection was lost'));
    this.#work.wake();
    this.#pause.wake();
  }

  /** Begins no further batch. One that is under way may still arrive. */
  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#failures = 0;
    this.#moves = 0;
    this.#unsure = true;
    this.#work.wake();
    this.#pause.wake();
  }

  stop(): void {
    this.#stopped = true;
    this.#work.wake();
    this.#pause.wake();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        if (this.#paused) await this.#work.wait(RECHECK_MS);
        else await this.#step();
      } catch (error) {
        if (this.#stopped) return;
        await this.#pause.wait(this.#fail(error as Error));
      }
    }
  }

  /** Sends what the stream lacks, at most one batch of it, or waits for something to send. */
  async #step(): Promise<void> {
    const { read, kind, pollMs, nc, subject } = this.#options;
    await this.#askStream();
    if (this.#isHeld()) return;
    const { end, sequence } = this.#last;
    const bounds = { rows: this.#rowsAtOnce, bytes: Math.min(BATCH.bytes, mostPayloadBytes(nc) / 2) };
    const page = await read({ subject: kind, end, bounds });
    [this.#newestId, this.#sentId] = [page.newestId, page.from - 1];
    this.#incarnation = page.incarnation;
    if (this.#isHeld()) return;
    if (page.to < page.from) {
      this.#succeed();
      return this.#work.wait(pollMs);
    }
    const packed = packPage(page, mostPayloadBytes(nc));
    if (packed === undefined) {
      this.#rowsAtOnce = 1;
      return;
    }
    this.#setLast(await this.#unlessLost(publishBatch(nc, subject, packed, sequence)), page);
    this.#sentId = page.to;
    this.#rowsAtOnce = BATCH.rows;
    this.#succeed();
    if (page.to >= page.newestId) await this.#pause.wait(COLLECT_MS);
  }

  async #askStream(): Promise<void> {
    const { clock, nc, stream, subject } = this.#options;
    if (!this.#unsure && clock.elapsed() - this.#checkedAtMs < RECHECK_MS) return;
    this.#unsure = false;
    this.#last = await this.#unlessLost(readStreamEnd(nc, stream, subject));
    this.#checkedAtMs = clock.elapsed();
  }

  /** The answer, or an error when the connection is lost before it comes. One is waited for at a time. */
  #unlessLost<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#onLost = reject;
      answer.then(resolve, reject);
    });
  }

  #setLast(sequence: number, { incarnation, to, records }: OutboxPage): void {
    this.#last = { sequence, end: { incarnation, to, time: records.at(-1)?.Time } };
    this.#checkedAtMs = this.#options.clock.elapsed();
  }

  #isHeld(): boolean {
    return this.#stopped || this.#paused;
  }

  #succeed(): void {
    if (this.#failures > 0) this.#options.onTrouble(undefined);
    this.#failures = 0;
  }

  /** @returns how long to wait before the next try, in ms. */
  #fail(error: Error): number {
    const { clock, random, onTrouble } = this.#options;
    this.#unsure = true;
    this.#failures += 1;
    if (this.#failures === 1) onTrouble(error);
    if (!(error instanceof StreamMovedError)) return retryPauseMs(this.#failures, random());
    const isNew = clock.elapsed() - this.#movedAtMs > MOVES_APART_MS;
    this.#moves = isNew ? 1 : this.#moves + 1;
    this.#movedAtMs = clock.elapsed();
    return retryPauseMs(this.#moves, random(), LONGEST_AFTER_MOVE_MS);
  }
}

/** How long to wait after so many failures in a row, in ms; never the same for all worlds of a fleet. `random`: 0 to 1. */
function retryPauseMs(failures: number, random: number, longestMs = LONGEST_MS): number {
  const ms = Math.min(longestMs, FIRST_MS * 2 ** Math.min(failures - 1, 10));
  return ms * (0.5 + random / 2);
}

/** Packs a page; undefined when its rows fit only one by one. A row too large becomes a gap. */
function packPage(page: OutboxPage, mostBytes: number): PackedBatch | undefined {
  const { incarnation, to, records, gaps } = page;
  const text = textOf(page);
  if (Buffer.byteLength(text) <= mostBytes) return { text, incarnation, to };
  if (records.length > 1) return undefined;
  return { text: textOf({ ...page, records: [], gaps: [...gaps, { from: to, to }] }), incarnation, to };
}

function textOf({ incarnation, from, to, records, gaps }: OutboxPage): string {
  return batch.pack({
    inc: incarnation,
    from,
    to,
    records: [...records],
    ...(gaps.length > 0 && { gaps: [...gaps] }),
  });
}

/** A wait that ends early when somebody wakes it. A wake while nobody waits ends the next wait at once. */
class WakeableWait {
  readonly #clock: Clock;
  #woken = false;
  #end: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  wait(ms: number): Promise<void> {
    if (this.#woken) {
      this.#woken = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ms, () => this.#end?.());
      this.#end = () => {
        cancel();
        this.#end = undefined;
        resolve();
      };
    });
  }

  wake(): void {
    if (this.#end === undefined) this.#woken = true;
    else this.#end();
  }
}
