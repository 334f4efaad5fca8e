import { setTimeout as delay } from 'node:timers/promises';

/** It failed, and would fail again. Its message is for people, and holds no URL. */
export class BackupError extends Error {
  override readonly name: string = 'BackupError';
}

/** How often and how soon something is tried again. */
export interface RetryPace {
  /** So many failures in a row end it. */
  readonly attempts: number;
  /** The pause after the first, the second … failure in a row, in ms. */
  pauseMs(failures: number): number;
}

/** About five minutes in all, for a storage or a broker that starts anew. */
export const RETRY_PACE: RetryPace = {
  attempts: 10,
  pauseMs: (failures) => Math.min(60_000, 500 * 2 ** failures),
};

export interface Attempts {
  readonly pace: RetryPace;
  /** Ends the work and the pauses. */
  readonly signal: AbortSignal;
  /** What has been achieved so far: after an attempt that achieved something, failures are counted anew. */
  readonly achieved?: () => number;
}

/** Works until it succeeds. Rejects with a BackupError at once, with any other error after the last attempt. */
export async function retried<T>(
  { pace, signal, achieved = () => 0 }: Attempts,
  work: () => Promise<T>,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    signal.throwIfAborted();
    const before = achieved();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BackupError) throw error;
      if (achieved() > before) failures = 1;
      if (failures >= pace.attempts) throw error;
      await delay(pace.pauseMs(failures), undefined, { signal });
    }
  }
}
