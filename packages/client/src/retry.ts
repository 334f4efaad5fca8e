import { PalatineError, UnansweredError } from './errors.ts';

export interface RetryOptions {
  /** How often to ask in all; 4 unless set. */
  attempts?: number;
  /** ms before the second attempt; each further wait is twice as long. 250 unless set. */
  firstDelayMs?: number;
  /** ms no wait is longer than. A service that asks for more is not asked again. 10 s unless set. */
  maxDelayMs?: number;
}

const DEFAULTS = { attempts: 4, firstDelayMs: 250, maxDelayMs: 10_000 };

/** What a proxy says that could not reach the service, or will not let so many through. */
const PROXY_STATUSES = new Set([429, 502, 503, 504]);

/** Asks again, with longer and longer pauses, while `mayPass` says that the error may be gone by then. */
export async function withRetries<T>(
  options: RetryOptions,
  signal: AbortSignal | undefined,
  mayPass: (error: unknown) => boolean,
  attempt: () => Promise<T>,
): Promise<T> {
  const { attempts, maxDelayMs } = { ...DEFAULTS, ...options };
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= attempts || !mayPass(error) || askedDelayMs(error) > maxDelayMs) throw error;
      await wait(delayMs(failures, error, options), signal);
      signal?.throwIfAborted();
    }
  }
}

/** Nothing was applied, for certain: the service says so. */
export function isUndone(error: unknown): boolean {
  return error instanceof PalatineError && (error.code === 'SERVER_BUSY' || error.code === 'REQUEST_TIMEOUT');
}

/** Nothing of the service's own came back; the next time it may. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof UnansweredError)) return false;
  return error.code !== 'UNREADABLE' || PROXY_STATUSES.has(error.status ?? 0);
}

/** How long to wait after so many failures: twice as long each time, never all callers at once. */
export function delayMs(failures: number, error: unknown, options: RetryOptions = {}): number {
  const { firstDelayMs, maxDelayMs } = { ...DEFAULTS, ...options };
  const backoffMs = Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1));
  return Math.max(backoffMs * (0.5 + Math.random() / 2), Math.min(askedDelayMs(error), maxDelayMs));
}

function askedDelayMs(error: unknown): number {
  if (!(error instanceof PalatineError || error instanceof UnansweredError)) return 0;
  return (error.retryAfterSeconds ?? 0) * 1000;
}

/** Waits; an abort ends the wait early, without an error. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
