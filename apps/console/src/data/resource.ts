import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import { keep, keptValue } from './cache.ts';

export interface Resource<T> {
  readonly value: ReadonlySignal<T | undefined>;
  readonly error: ReadonlySignal<unknown>;
  readonly loading: ReadonlySignal<boolean>;
  readonly readAtMs: ReadonlySignal<number>;
  /** Reads again. A read in progress is aborted. Never rejects: see `error`. */
  refresh(): Promise<void>;
  dispose(): void;
}

/** The state of reading something, one read at a time: a new one aborts the one before. */
export function reader(now = Date.now, initialReadAtMs = 0) {
  const error = signal<unknown>(undefined);
  const loading = signal(true);
  const readAtMs = signal(initialReadAtMs);
  let running: AbortController | undefined;
  return {
    error,
    loading,
    readAtMs,
    /** Runs a read, which puts what it has read; the one before is aborted. Never rejects. */
    async run(read: (signal: AbortSignal) => Promise<(() => void) | undefined>): Promise<void> {
      running?.abort();
      running = new AbortController();
      const { signal: aborted } = running;
      const settle = (reason: unknown, put?: () => void) => {
        if (aborted.aborted) return;
        batch(() => {
          put?.();
          error.value = reason;
          loading.value = false;
          if (reason === undefined) readAtMs.value = now();
        });
      };
      const started = new Promise<(() => void) | undefined>((resolve) => resolve(read(aborted))); // a throw rejects
      loading.value = true;
      await started.then((put) => settle(undefined, put), settle);
    },
    abort: () => running?.abort(),
  };
}

/** Reads at once, and again whenever a signal has changed that `read` uses before its first `await`. `key`: that of the cache. */
export function resource<T>(
  read: (signal: AbortSignal) => Promise<T | undefined>,
  { now = Date.now, key }: { now?: () => number; key?: string | undefined } = {},
): Resource<T> {
  const cached = key === undefined ? undefined : keptValue<T>(key);
  const value = signal<T | undefined>(cached?.value);
  const { run, abort, ...state } = reader(now, cached?.readAtMs);
  const refresh = () =>
    run(async (aborted) => {
      const result = await read(aborted);
      return () => (value.value = result);
    });
  const stop = effect(() => void refresh());
  return {
    ...state,
    value,
    refresh,
    dispose() {
      if (key !== undefined && value.value !== undefined) keep(key, value.value, state.readAtMs.value);
      stop();
      abort();
    },
  };
}
