import { type Clock, systemClock } from '@palatine/platform/clock';
import { TestClock } from './test-clock.ts';

/** Limits of threads and of what is never reached, which keep the time of the system. */
const LONG_MS = 120_000;
/** A limit of five seconds is fifty turns. */
const STEP_MS = 100;

/**
 * A clock that advances by some ms with each turn of the event loop, at most once per ms. While this
 * process does not get the processor, time stands still: no poll and no answer is late because the machine is busy.
 * `now` is the system's.
 */
export class FastClock extends TestClock implements Disposable {
  readonly #timer: NodeJS.Timeout;
  #paused = false;

  constructor(stepMs = STEP_MS) {
    super(0);
    this.#timer = setInterval(() => this.#paused || this.advance(stepMs), 1);
  }

  override now = Date.now;

  override after(ms: number, work: () => void): () => void {
    return ms < LONG_MS ? super.after(ms, work) : systemClock.after(ms, work);
  }

  /** Time stands still until what this returns is disposed. */
  hold(): Disposable {
    this.#paused = true;
    return {
      [Symbol.dispose]: () => {
        this.#paused = false;
      },
    };
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

/** A clock that runs faster than the system's: minutes of polls and delays pass in seconds. `now` is the system's. */
export function fastClock(speed: number): Clock {
  return {
    now: systemClock.now,
    elapsed: () => systemClock.elapsed() * speed,
    after: (ms, work) => systemClock.after(ms / speed, work),
    every: (ms, work) => systemClock.every(ms / speed, work),
  };
}
