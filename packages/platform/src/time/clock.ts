/** Injected time: the system clock in the service, a manual one in tests. */
export interface Clock {
  now(): number;
  /** Monotonic ms since an arbitrary moment. */
  elapsed(): number;
  /** Runs the work once, after a delay; a rejection is reported. @returns a function that cancels it. */
  after(ms: number, work: () => unknown): () => void;
  /** Runs the work at an interval. @returns a function that stops it. */
  every(ms: number, work: () => unknown): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(run, ms, work);
    return () => clearTimeout(timer);
  },
  every(ms, work) {
    const timer = setInterval(run, ms, work);
    return () => clearInterval(timer);
  },
};

let reportError = (error: unknown): void => {
  throw error;
};

/** Reports what timers throw or reject with, from now on: an error that nobody catches would end the process. */
export function reportTimerErrors(report: (error: unknown) => void): void {
  reportError = report;
}

function run(work: () => unknown): void {
  try {
    const pending = work();
    if (pending instanceof Promise) pending.catch(reportError);
  } catch (error) {
    reportError(error);
  }
}

/** Resolves after a delay; at once for 0, or when the signal aborts. */
export function pause(clock: Pick<Clock, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true || ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal?.addEventListener('abort', end);
  });
}

/** Delay after consecutive failures: the first, doubled with each further one. */
export function backOffMs(failures: number, firstMs: number, maxMs: number): number {
  return Math.min(maxMs, firstMs * 2 ** Math.max(0, Math.min(failures, 30) - 1));
}

/** Polls a condition, at least once. @returns whether it held in time. */
export async function waitUntil(
  clock: Pick<Clock, 'after' | 'elapsed'>,
  condition: () => Promise<boolean>,
  { everyMs, timeoutMs, signal }: { everyMs: number; timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<boolean> {
  const endMs = clock.elapsed() + timeoutMs;
  for (;;) {
    if (await condition()) return true;
    const leftMs = endMs - clock.elapsed();
    if (signal?.aborted === true || leftMs <= 0) return false;
    await pause(clock, Math.min(everyMs, leftMs), signal);
  }
}

/** The result of work, or of `late` when it takes longer. The work continues. */
export function orLate<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: Promise<T>,
  late: () => T,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const cancel = clock.after(ms, () => resolve(late()));
  return Promise.race([work, promise]).finally(cancel);
}

/** A wall clock that drifts this far from the monotonic clock has jumped. */
const JUMP_MS = 5 * 60_000;
const STEADY_MS = 3_600_000;

/**
 * Decides whether the wall clock is reliable enough to delete by age. Nothing is deleted until it has agreed with the
 * monotonic clock for an hour: a machine that starts with a wrong clock would delete everything (docs/decisions/0001).
 * @returns a check to make before each deletion; it is told of a jump since the last check.
 */
export function steadyClock(
  { now, elapsed }: Pick<Clock, 'now' | 'elapsed'>,
  onJump: (jumpMs: number) => void,
): () => boolean {
  let [lastMs, lastElapsedMs] = [now(), elapsed()];
  let steadySinceMs = lastElapsedMs;
  return () => {
    const [nowMs, elapsedMs] = [now(), elapsed()];
    const jumpMs = nowMs - lastMs - (elapsedMs - lastElapsedMs);
    [lastMs, lastElapsedMs] = [nowMs, elapsedMs];
    if (Math.abs(jumpMs) > JUMP_MS) {
      steadySinceMs = elapsedMs;
      onJump(jumpMs);
    }
    return elapsedMs - steadySinceMs >= STEADY_MS;
  };
}

export function jumpMessage(jumpMs: number): string {
  const minutes = Math.round(Math.abs(jumpMs) / 60_000);
  const direction = jumpMs > 0 ? 'ahead' : 'back';
  return `the wall clock jumped ${minutes} minutes ${direction}; nothing is deleted by its age for the next hour`;
}
