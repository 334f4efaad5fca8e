import { PalatineError, UnansweredError } from './errors.ts';

export interface RetryOptions {
  /** Attempts in all; 4 unless set. */
  attempts?: number;
  /** ms before the second attempt; each further delay is twice as long. 250 unless set. */
  firstDelayMs?: number;
  /** Maximum delay in ms. No retry when the service asks for a longer one. 10 s unless set. */
  maxDelayMs?: number;
}

const DEFAULTS = { attempts: 4, firstDelayMs: 250, maxDelayMs: 10_000 };

/** Statuses of a proxy that cannot reach the service or limits requests. */
const PROXY_STATUSES = new Set([429, 502, 503, 504]);

/** Repeats `attempt` with exponential backoff, as long as `mayPass` returns true for its error. */
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
      if (failures >= attempts || !mayPass(error) || requestedDelayMs(error) > maxDelayMs) throw error;
      await wait(delayMs(failures, error, options), signal);
      signal?.throwIfAborted();
    }
  }
}

/** True when the service says that it applied nothing. */
export function wasNotApplied(error: unknown): boolean {
  return error instanceof PalatineError && (error.code === 'SERVER_BUSY' || error.code === 'REQUEST_TIMEOUT');
}

/** True when the outcome of the request is unknown, and a retry may succeed. */
export function isOutage(error: unknown): boolean {
  if (error instanceof PalatineError) return error.code === 'OUTCOME_UNKNOWN'; // a gateway speaks, its world does not
  if (!(error instanceof UnansweredError)) return false;
  return error.code !== 'UNREADABLE' || PROXY_STATUSES.has(error.status ?? 0);
}

/** Exponential backoff with jitter, so that clients do not retry in step. */
export function delayMs(failures: number, error: unknown, options: RetryOptions = {}): number {
  const { firstDelayMs, maxDelayMs } = { ...DEFAULTS, ...options };
  const backoffMs = Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1));
  return Math.max(backoffMs * (0.5 + Math.random() / 2), Math.min(requestedDelayMs(error), maxDelayMs));
}

function requestedDelayMs(error: unknown): number {
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
