import { type Clock, systemClock } from '@palatine/platform/clock';

interface Timer {
  dueMs: number;
  everyMs: number | null;
  work: () => void;
  cancel: () => void;
}

/** The time of the game: it stops while the process is paused, and so do its timers. */
export class GameClock implements Clock {
  readonly #timers = new Set<Timer>();
  #waiting: (() => void)[] = [];
  /** Total pause so far: the lag behind the system clock. */
  #pausedMs = 0;
  #pausedAtMs: number | null = null;
  readonly #system: Clock;

  constructor(system: Clock = systemClock) {
    this.#system = system;
  }

  readonly now = (): number => this.#system.now();

  get paused(): boolean {
    return this.#pausedAtMs !== null;
  }

  readonly elapsed = (): number => (this.#pausedAtMs ?? this.#system.elapsed()) - this.#pausedMs;

  after(ms: number, work: () => void): () => void {
    return this.#add(ms, null, work);
  }

  every(ms: number, work: () => void): () => void {
    return this.#add(ms, ms, work);
  }

  async pass(ms: number): Promise<void> {
    if (ms > 0) await new Promise<void>((resolve) => this.after(ms, resolve));
    await this.running();
  }

  /** Resolves at once, or when the pause is over. */
  async running(): Promise<void> {
    if (this.paused) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  pause(): void {
    if (this.paused) return;
    this.#pausedAtMs = this.#system.elapsed();
    for (const timer of this.#timers) timer.cancel();
  }

  resume(): void {
    if (this.#pausedAtMs === null) return;
    this.#pausedMs += this.#system.elapsed() - this.#pausedAtMs;
    this.#pausedAtMs = null;
    for (const timer of this.#timers) this.#arm(timer);
    for (const go of this.#waiting.splice(0)) go();
  }

  #add(ms: number, everyMs: number | null, work: () => void): () => void {
    const timer: Timer = { dueMs: this.elapsed() + ms, everyMs, work, cancel: () => {} };
    this.#timers.add(timer);
    if (!this.paused) this.#arm(timer);
    return () => {
      timer.cancel();
      this.#timers.delete(timer);
    };
  }

  #arm(timer: Timer): void {
    timer.cancel = this.#system.after(Math.max(0, timer.dueMs - this.elapsed()), () => {
      if (timer.everyMs === null) this.#timers.delete(timer);
      else {
        timer.dueMs = this.elapsed() + timer.everyMs;
        this.#arm(timer);
      }
      timer.work();
    });
  }
}
