import type { Clock } from '@palatine/platform/clock';

interface Timer {
  atMs: number;
  /** undefined for work that runs once. */
  everyMs: number | undefined;
  work: () => void;
}

/** A clock that stands until a test moves it; `jump` sets its wall clock alone. */
export class TestClock implements Clock {
  readonly #timers = new Set<Timer>();
  #nowMs: number;
  #jumpedMs = 0;

  constructor(nowMs = Date.UTC(2026, 6, 12)) {
    this.#nowMs = nowMs;
  }

  now = (): number => this.#nowMs + this.#jumpedMs;

  elapsed = (): number => this.#nowMs;

  get timers(): number {
    return this.#timers.size;
  }

  /** Sets the wall clock forward or back, as an operator or a time server does. No time passes. */
  jump(ms: number): void {
    this.#jumpedMs += ms;
  }

  after(ms: number, work: () => void): () => void {
    return this.#add({ atMs: this.#nowMs + ms, everyMs: undefined, work });
  }

  every(ms: number, work: () => void): () => void {
    return this.#add({ atMs: this.#nowMs + ms, everyMs: ms, work });
  }

  /** Lets time pass, and runs what is due on the way in the order it is due. */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (let timer = this.#nextUntil(endMs); timer !== undefined; timer = this.#nextUntil(endMs)) {
      this.#nowMs = timer.atMs;
      if (timer.everyMs === undefined) this.#timers.delete(timer);
      else timer.atMs += timer.everyMs;
      timer.work();
    }
    this.#nowMs = endMs;
  }

  /** Lets time pass as while a machine is suspended: each timer that is due runs once, at the end. */
  suspend(ms: number): void {
    this.#nowMs += ms;
    const due = [...this.#timers].filter(({ atMs }) => atMs <= this.#nowMs);
    for (const timer of due.toSorted((a, b) => a.atMs - b.atMs)) {
      if (!this.#timers.has(timer)) continue;
      if (timer.everyMs === undefined) this.#timers.delete(timer);
      else timer.atMs = this.#nowMs + timer.everyMs;
      timer.work();
    }
  }

  #add(timer: Timer): () => void {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  #nextUntil(endMs: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.atMs <= endMs && (next === undefined || timer.atMs < next.atMs)) next = timer;
    }
    return next;
  }
}
