/** Time, handed in: the service runs on the system's clock, a test on one that it moves itself. */
export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** ms since an arbitrary moment; never goes back, as the system's time may. */
  elapsed(): number;
  /** Runs the work once, after so many ms. @returns how to cancel it. */
  after(ms: number, work: () => void): () => void;
  /** Runs the work again and again, every so many ms. @returns how to end it. */
  every(ms: number, work: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  every(ms, work) {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  },
};

/** Resolves after so many ms; at once when there are none to wait, or as soon as the signal is aborted. */
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

/** The delay after so many failures in a row: the first, doubled with each further one. */
export function backOffMs(failures: number, firstMs: number, maxMs: number): number {
  return Math.min(maxMs, firstMs * 2 ** Math.max(0, Math.min(failures, 30) - 1));
}

/** Looks again and again, at least once, until something is so. @returns whether it came to be within the time. */
export async function waitUntil(
  clock: Pick<Clock, 'after' | 'elapsed'>,
  isSo: () => Promise<boolean>,
  { everyMs, timeoutMs, signal }: { everyMs: number; timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<boolean> {
  const endMs = clock.elapsed() + timeoutMs;
  for (;;) {
    if (await isSo()) return true;
    const leftMs = endMs - clock.elapsed();
    if (signal?.aborted === true || leftMs <= 0) return false;
    await pause(clock, Math.min(everyMs, leftMs), signal);
  }
}

/** The result of work, or what `late` gives when it takes longer than that. The work goes on. */
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

/** A wall clock that moves by so much beside the time that passes has jumped. */
const JUMP_MS = 5 * 60_000;
const STEADY_MS = 3_600_000;

/**
 * Decides whether the wall clock may say what is old. Nothing is deleted by its age until the wall clock has agreed
 * with the time that passes for an hour: a machine that starts with a wrong clock would delete everything
 * (docs/decisions/0001).
 * @returns a check to make before each deletion; it hears of a jump since the check before.
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
  const way = jumpMs > 0 ? 'ahead' : 'back';
  return `the wall clock jumped ${minutes} minutes ${way}; nothing is deleted by its age for the next hour`;
}
