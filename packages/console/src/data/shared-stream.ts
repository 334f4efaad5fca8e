import { type ReadonlySignal, signal } from '@preact/signals';

/** `off`: nobody reads; `live`: connected; `lost`: the connection is being made again. */
export type StreamState = 'off' | 'live' | 'lost';

/** A stream of the service that all tabs of the browser share. */
export interface SharedStream<T> {
  readonly state: ReadonlySignal<StreamState>;
  /** When something was last heard of the service, in ms since 1970; 0 before. */
  readonly heardAtMs: ReadonlySignal<number>;
  /** Calls `listener` with each message. @returns how to stop. */
  listen(listener: (message: T) => void): () => void;
  close(): void;
}

/** How a tab reads the stream itself, while it is the one that does. */
export interface StreamReader<T> {
  /** Messages until the signal ends them; rejects when the service refuses the stream. */
  read(options: {
    signal: AbortSignal;
    /** The last message that any tab has seen. */
    last: T | undefined;
    onConnection: (connected: boolean) => void;
  }): AsyncIterable<T>;
}

/** What tabs tell each other. A tab that opens asks how things are. */
type Post<T> = { kind: 'message'; message: T } | { kind: 'state'; state: StreamState } | { kind: 'hello' };

/** What a stream needs of the browser; the real ones unless given. */
export interface StreamTools {
  now: () => number;
  channel: (name: string) => BroadcastChannel;
  /** Runs `work` once no other tab does under this name, until its signal ends. */
  alone: (name: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;
}

const BROWSER: StreamTools = {
  now: Date.now,
  channel: (name) => new BroadcastChannel(name),
  async alone(name, signal, work) {
    // Without locks, which need TLS or this machine, each tab has its own connection.
    if (!('locks' in navigator)) return work();
    await navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  },
};

/**
 * Opens a stream that one tab reads for all tabs with the same `name`. When that tab closes, another takes over after
 * the last message seen.
 */
export function shareStream<T>(
  name: string,
  reader: StreamReader<T>,
  { now, channel: open, alone }: StreamTools = BROWSER,
): SharedStream<T> {
  const state = signal<StreamState>('off');
  const heardAtMs = signal(0);
  const listeners = new Set<(message: T) => void>();
  const channel = open(name);
  const end = new AbortController();
  let reading = false;
  let last: T | undefined;

  const take = (message: T) => {
    last = message;
    heardAtMs.value = now();
    for (const listener of listeners) listener(message);
  };
  const become = (next: StreamState) => {
    state.value = next;
    if (next === 'live') heardAtMs.value = now();
  };
  const post = (said: Post<T>) => {
    if (!end.signal.aborted) channel.postMessage(said);
  };
  channel.onmessage = ({ data }: MessageEvent<Post<T>>) => {
    if (data.kind === 'hello') {
      if (reading) post({ kind: 'state', state: state.value });
    } else if (data.kind === 'state') become(data.state);
    else take(data.message);
  };

  async function lead(): Promise<void> {
    reading = true;
    const onConnection = (connected: boolean) => {
      become(connected ? 'live' : 'lost');
      post({ kind: 'state', state: state.value });
    };
    try {
      for await (const message of reader.read({ signal: end.signal, last, onConnection })) {
        take(message);
        post({ kind: 'message', message });
      }
    } catch {
      become('off'); // the service refuses the stream: the token has gone, or may not read it
      post({ kind: 'state', state: 'off' });
    } finally {
      reading = false;
    }
  }

  post({ kind: 'hello' });
  void alone(name, end.signal, lead);
  return {
    state,
    heardAtMs,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      end.abort();
      channel.close();
      become('off');
    },
  };
}
