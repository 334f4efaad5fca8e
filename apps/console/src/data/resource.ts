import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';

/** Something that is read from the service and read again when it may have changed. */
export interface Resource<T> {
  /** The last value read; it stays while a newer one is read, and when that fails. */
  readonly value: ReadonlySignal<T | undefined>;
  /** Why the last read failed; undefined when it did not. */
  readonly error: ReadonlySignal<unknown>;
  readonly loading: ReadonlySignal<boolean>;
  /** When `value` was read, in ms since 1970; 0 before. */
  readonly readAtMs: ReadonlySignal<number>;
  /** Reads again. A read under way is aborted. Never rejects: see `error`. */
  refresh(): Promise<void>;
  /** Ends reading. */
  dispose(): void;
}

/**
 * A resource that is read at once, and again whenever a signal that `read` uses has changed.
 * @param read starts a read; signals are followed up to its first `await`
 */
export function resource<T>(
  read: (signal: AbortSignal) => Promise<T | undefined>,
  now = Date.now,
): Resource<T> {
  const value = signal<T | undefined>(undefined);
  const error = signal<unknown>(undefined);
  const loading = signal(true);
  const readAtMs = signal(0);
  let running: AbortController | undefined;

  async function settle(
    started: Promise<T | undefined>,
    { signal: aborted }: AbortController,
  ): Promise<void> {
    try {
      const result = await started;
      if (aborted.aborted) return;
      batch(() => {
        value.value = result;
        error.value = undefined;
        readAtMs.value = now();
        loading.value = false;
      });
    } catch (reason) {
      if (aborted.aborted) return;
      batch(() => {
        error.value = reason;
        loading.value = false;
      });
    }
  }

  function begin(): Promise<void> {
    running?.abort();
    running = new AbortController();
    const { signal: aborted } = running;
    const started = new Promise<T | undefined>((resolve) => resolve(read(aborted))); // a throw becomes a rejection
    loading.value = true;
    return settle(started, running);
  }

  const stop = effect(() => void begin());
  return {
    value,
    error,
    loading,
    readAtMs,
    refresh: begin,
    dispose() {
      stop();
      running?.abort();
    },
  };
}
