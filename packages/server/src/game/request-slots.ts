import { Refusal } from '@palatine/contract';
import type { Clock } from './clock.ts';
import {
  type CallKind,
  type CallMessage,
  type CallResult,
  type Calls,
  CLAIMED,
  EXPIRED,
  isResultOf,
  isWrite,
  OWN_WORK,
  PENDING,
} from './protocol.ts';

export interface SlotOptions {
  /** How many calls may wait or run at once; beyond it 503 SERVER_BUSY. */
  limit: number;
  /** After this a call that has not been claimed expires: 500 REQUEST_TIMEOUT. */
  deadlineMs: number;
  clock: Clock;
}

interface OpenCall {
  message: CallMessage;
  accept(result: CallResult): void;
  reject(error: Error): void;
  /** Whether it has a deadline. */
  expires: boolean;
  cancelDeadline(): void;
}

/** A call whose game loop has died. */
export interface OrphanedCall extends Pick<OpenCall, 'message' | 'accept' | 'reject'> {
  /** Whether that loop, or one before it, had begun it. */
  begun: boolean;
}

type NewCall = Pick<CallMessage, 'kind' | 'input'> & Omit<OpenCall, 'message' | 'cancelDeadline'>;
type Post = (message: CallMessage) => void;

/** Calls without a deadline: a probe that waits, and the query for what became of writes. */
const WITHOUT_DEADLINE: readonly CallKind[] = ['ping', 'statusesOf', ...OWN_WORK];

/** The bounded queue of the game loop: a slot per call, its state in shared memory, and its deadline. */
export class RequestSlots {
  readonly states: Int32Array<SharedArrayBuffer>;
  readonly #options: SlotOptions;
  readonly #calls: (OpenCall | undefined)[];
  #free: number[] = [];

  constructor(options: SlotOptions) {
    const { limit } = options;
    this.#options = options;
    this.states = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * limit));
    this.#calls = new Array<OpenCall | undefined>(limit);
    this.#freeAll();
  }

  /** How many slots are taken. */
  get taken(): number {
    return this.#options.limit - this.#free.length;
  }

  /** Takes a slot for a call, posts the call, and resolves with its output. */
  open<K extends CallKind>(kind: K, input: Calls[K][0], post: Post): Promise<Calls[K][1]> {
    return new Promise((resolve, reject) => {
      const accept = (result: CallResult) => {
        if (isResultOf(result, kind)) resolve(result.output);
        else reject(new Error(`slot ${result.slot} holds a ${kind}, not a ${result.kind}`));
      };
      const expires = !WITHOUT_DEADLINE.includes(kind);
      this.#place({ kind, input, accept, reject, expires }, post);
    });
  }

  /** Takes a slot for a call of a loop that died, and posts it to the new one. It was begun, so it does not expire. */
  reopen({ message: { kind, input }, accept, reject }: OrphanedCall, post: Post): void {
    this.#place({ kind, input, accept, reject, expires: false }, post);
  }

  /** Resolves the call of a slot and frees the slot. */
  settle(result: CallResult): void {
    this.#close(result.slot)?.accept(result);
  }

  /** Rejects the call of a slot and frees the slot. */
  reject(slot: number, error: Error): void {
    this.#close(slot)?.reject(error);
  }

  /** Frees the slot of a call that expired and has been skipped since. */
  free(slot: number): void {
    this.#close(slot);
  }

  /** Frees every slot, for a new game loop. @returns the calls of the old one. */
  abandon(): OrphanedCall[] {
    const open = this.#calls.filter((call) => call !== undefined);
    const orphans = open.map(({ message, accept, reject, expires }) => {
      const begun = !expires || Atomics.load(this.states, message.slot) === CLAIMED;
      return { message, accept, reject, begun };
    });
    for (const { cancelDeadline } of open) cancelDeadline();
    this.#calls.fill(undefined);
    this.#freeAll();
    return orphans;
  }

  #place({ kind, input, ...call }: NewCall, post: Post): void {
    const slot = this.#free.pop();
    if (slot === undefined) {
      return call.reject(new Refusal('SERVER_BUSY', 'too many requests wait for the game thread'));
    }
    Atomics.store(this.states, slot, PENDING);
    const message: CallMessage = { type: 'call', kind, slot, input };
    const cancelDeadline = call.expires ? this.#startDeadline(message) : () => {};
    this.#calls[slot] = { ...call, message, cancelDeadline };
    post(message);
  }

  #startDeadline(message: CallMessage): () => void {
    const { clock, deadlineMs } = this.#options;
    const { beginBefore = Number.POSITIVE_INFINITY } = isWrite(message) ? message.input : {};
    const leftMs = Math.max(0, Math.min(deadlineMs, beginBefore - clock.now()));
    return clock.after(leftMs, () => this.#expire(message.slot));
  }

  /** At the deadline. The slot stays taken until the loop has skipped the call. */
  #expire(slot: number): void {
    if (Atomics.compareExchange(this.states, slot, PENDING, EXPIRED) !== PENDING) return; // its result is on the way
    const seconds = this.#options.deadlineMs / 1000;
    this.#calls[slot]?.reject(
      new Refusal(
        'REQUEST_TIMEOUT',
        `the game thread did not get to it within ${seconds} seconds; nothing was applied`,
      ),
    );
  }

  #close(slot: number): OpenCall | undefined {
    const call = this.#calls[slot];
    this.#calls[slot] = undefined;
    this.#free.push(slot);
    call?.cancelDeadline();
    return call;
  }

  #freeAll(): void {
    const { limit } = this.#options;
    this.#free = Array.from({ length: limit }, (_, index) => limit - 1 - index);
  }
}
