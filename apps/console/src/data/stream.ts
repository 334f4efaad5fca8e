import { PalatineError } from '@palatine/client';
import { batch, signal } from '@preact/signals';

/** `off`: the service refuses it; `live`: connected; `lost`: the connection is made again, or the page is hidden. */
type StreamState = 'off' | 'live' | 'lost';

/** Messages until the signal ends them; rejects when the service refuses the stream. */
export type ReadStream<T> = (options: {
  signal: AbortSignal;
  last: T | undefined;
  onConnection: (connected: boolean, reason?: unknown) => void;
}) => AsyncIterable<T>;

export interface StreamTools {
  now: () => number;
  /** Tells whether the page is visible, at once and after each change, until the signal ends. */
  watchVisible: (tell: (visible: boolean) => void, signal: AbortSignal) => void;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const BROWSER_TOOLS: StreamTools = {
  now: Date.now,
  watchVisible(tell, signal) {
    const look = () => tell(document.visibilityState === 'visible');
    // Also when the page goes into the back/forward cache, which takes none with an open connection, or comes out of it.
    document.addEventListener('visibilitychange', look, { signal });
    look();
  },
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
    }),
};

/** A stream that was refused is asked for again after these ms, twice as long each time, and at last once a minute. */
const FIRST_WAIT_MS = 2000;
const MAX_WAIT_MS = 60_000;

/** Reads a stream while the page is visible: a browser opens only six HTTP/1.1 connections to a host. */
export function openStream<T>(
  read: ReadStream<T>,
  take: (message: T) => void,
  { now, watchVisible, wait }: StreamTools = BROWSER_TOOLS,
) {
  const state = signal<StreamState>('off');
  const refusal = signal<string | undefined>(undefined);
  const heardAtMs = signal(0);
  const end = new AbortController();
  let reading: AbortController | undefined;
  let last: T | undefined;

  const become = (next: StreamState, reason?: unknown) => {
    batch(() => {
      state.value = next;
      refusal.value = reason instanceof PalatineError ? reason.message : undefined; // and not a lost connection
      if (next === 'live') heardAtMs.value = now();
    });
  };

  async function follow({ signal: ended }: AbortController): Promise<void> {
    let waitMs = FIRST_WAIT_MS;
    const onConnection = (connected: boolean, reason?: unknown) => {
      if (connected) waitMs = FIRST_WAIT_MS;
      if (!ended.aborted) become(connected ? 'live' : 'lost', reason);
    };
    while (!ended.aborted) {
      try {
        for await (const message of read({ signal: ended, last, onConnection })) {
          if (ended.aborted) return; // the next connection begins before it
          last = message;
          heardAtMs.value = now();
          take(message);
        }
      } catch (error) {
        if (!ended.aborted) become('off', error);
      }
      await wait(waitMs, ended);
      waitMs = Math.min(MAX_WAIT_MS, waitMs * 2);
    }
  }

  watchVisible((visible) => {
    if (visible && reading === undefined) {
      reading = new AbortController();
      void follow(reading);
    } else if (!visible) {
      reading?.abort();
      reading = undefined;
      become('lost');
    }
  }, end.signal);
  return {
    state,
    /** Why nothing is read, where the service said so; undefined while it is read, and for a lost connection. */
    refusal,
    /** When something was last heard of the service, in ms since 1970; 0 before. */
    heardAtMs,
    close(): void {
      end.abort();
      reading?.abort();
      become('off');
    },
  };
}

export type Stream = ReturnType<typeof openStream>;
