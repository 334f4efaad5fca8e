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
