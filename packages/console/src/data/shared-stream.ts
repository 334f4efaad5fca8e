import { PalatineError } from '@palatine/client';
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { BROWSER_TOOLS, type StreamTools } from './stream-tools.ts';

/** `off`: nobody reads; `live`: connected; `lost`: the connection is being made again. */
export type StreamState = 'off' | 'live' | 'lost';

/** Why the service does not let anybody read: its error code, and the sentence for people. */
export interface StreamRefusal {
  readonly code: string;
  readonly message: string;
}

/** A stream of the service that all tabs of the browser share. */
export interface SharedStream<T> {
  readonly state: ReadonlySignal<StreamState>;
  /** Why nobody reads, where the service said so; undefined while it is read, and for a lost connection. */
  readonly refusal: ReadonlySignal<StreamRefusal | undefined>;
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
    /** `reason`: why it is not connected. */
    onConnection: (connected: boolean, reason?: unknown) => void;
  }): AsyncIterable<T>;
  /** What a tab that opens has to hear before it can follow, where a message says only what has changed. */
  current?(): T | undefined;
}

/** How the reading tab stands to the service. */
interface Standing {
  readonly state: StreamState;
  readonly refusal: StreamRefusal | undefined;
}

/** What tabs tell each other. A tab that opens asks how things are. */
type Post<T> = { kind: 'message'; message: T } | ({ kind: 'state' } & Standing) | { kind: 'hello' };

/** A stream that was refused is asked for again after these ms, twice as long each time, and at last once a minute. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Opens a stream that one tab reads for all tabs with the same `name`. When that tab closes, another takes over after
 * the last message seen.
 */
export function shareStream<T>(
  name: string,
  reader: StreamReader<T>,
  { now, channel: open, alone, wait }: StreamTools = BROWSER_TOOLS,
): SharedStream<T> {
  const state = signal<StreamState>('off');
  const refusal = signal<StreamRefusal | undefined>(undefined);
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
  const become = (next: Standing) => {
    batch(() => {
      state.value = next.state;
      refusal.value = next.refusal;
      if (next.state === 'live') heardAtMs.value = now();
    });
  };
  const post = (said: Post<T>) => {
    if (!end.signal.aborted) channel.postMessage(said);
  };
  channel.onmessage = ({ data }: MessageEvent<Post<T>>) => {
    if (data.kind === 'hello') {
      if (!reading) return;
      post({ kind: 'state', state: state.value, refusal: refusal.value });
      const message = reader.current?.();
      if (message !== undefined) post({ kind: 'message', message });
    } else if (reading)
      return; // without locks each tab reads for itself, and what others hear would come twice
    else if (data.kind === 'state') become(data);
    else take(data.message);
  };

  const tell = (next: StreamState, reason?: unknown) => {
    become({ state: next, refusal: refusalOf(reason) });
    post({ kind: 'state', state: next, refusal: refusal.value });
  };

  async function lead(): Promise<void> {
    reading = true;
    let waitMs = FIRST_WAIT_MS;
    const onConnection = (connected: boolean, reason?: unknown) => {
      if (connected) waitMs = FIRST_WAIT_MS;
      tell(connected ? 'live' : 'lost', reason);
    };
    while (!end.signal.aborted) {
      try {
        for await (const message of reader.read({ signal: end.signal, last, onConnection })) {
          take(message);
          post({ kind: 'message', message });
        }
      } catch (error) {
        if (!end.signal.aborted) tell('off', error);
      }
      await wait(waitMs, end.signal);
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
    }
    reading = false;
  }

  post({ kind: 'hello' });
  void alone(name, end.signal, lead);
  return {
    state,
    refusal,
    heardAtMs,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      end.abort();
      channel.close();
      become({ state: 'off', refusal: undefined });
    },
  };
}

/** What the service said. A connection that was lost is no refusal. */
function refusalOf(reason: unknown): StreamRefusal | undefined {
  return reason instanceof PalatineError ? { code: reason.code, message: reason.message } : undefined;
}
