import type { Clock } from '../game/clock.ts';
import { backOffMs } from '../game/pause.ts';

/** After a success that does not show: the list of the game may never show it, and each call is a line in its log. */
const FIRST_WAIT_MS = 5 * 60_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;
const AFTER_FAILURE_MS = 30_000;

/** When calls may be repeated whose effect does not show. */
export class RepeatPace {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #next = new Map<string, { dueMs: number; successes: number }>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  isDue(call: string): boolean {
    return this.#clock.elapsed() >= (this.#next.get(call)?.dueMs ?? Number.NEGATIVE_INFINITY);
  }

  /** The call was made. Each success in vain doubles the wait. */
  done(call: string, ok: boolean): void {
    const successes = (this.#next.get(call)?.successes ?? 0) + Number(ok);
    const waitMs = ok ? backOffMs(successes, FIRST_WAIT_MS, LONGEST_WAIT_MS) : AFTER_FAILURE_MS;
    this.#next.set(call, { dueMs: this.#clock.elapsed() + waitMs, successes });
  }

  /** Forgets every other call: its effect has shown, or nobody wants it any more. */
  keepOnly(calls: readonly string[]): void {
    const wanted = new Set(calls);
    for (const call of this.#next.keys()) if (!wanted.has(call)) this.#next.delete(call);
  }
}
