import type { QueryValues, RouteShape } from '@palatine/contract';
import { PalatineError, UnansweredError } from './errors.ts';
import { readResponse } from './read-response.ts';
import { delayMs, isOutage, type RetryOptions, wait } from './retry.ts';
import { type Connection, fetchResponse, targetOf, timedOut, timeLimit, unreachable } from './send.ts';

/** Three heartbeats of the service. */
const SILENCE_MS = 45_000;
/** Longer than for a request: after a restart of the service every watcher reconnects at once. */
const DELAYS = { firstDelayMs: 500, maxDelayMs: 30_000 };

export interface StreamSource<T> {
  readonly route: RouteShape;
  readonly isMessage: (json: Partial<T>) => boolean;
  /** The error message for any other object. */
  readonly lacks: string;
}

export interface StreamOptions {
  signal?: AbortSignal;
  /** Called with true on each connection, and with false and the reason when one is lost. */
  onConnection?: (connected: boolean, reason?: Error) => void;
  /** ms without a byte until the connection is lost; the service sends a heartbeat each 15 s. 45 s unless set. */
  silenceMs?: number;
}

export interface EventsOptions extends StreamOptions {
  /** Id of the last event seen; those after it come first. 0: all events the service still has. */
  since?: number;
}

/** Ends with `break`, with `return()`, or with the signal of the options; never on its own. */
export interface Streamed<T> extends AsyncIterableIterator<T> {
  return(): Promise<IteratorResult<T>>;
}

/** Yields the messages of a stream. Reconnects, and resumes after the last message with an id. */
export function watchStream<T>(
  connection: Connection,
  retry: RetryOptions,
  source: StreamSource<T>,
  options: EventsOptions & { query?: QueryValues } = {},
): Streamed<T> {
  const stop = new AbortController();
  const events = follow(connection, { ...DELAYS, ...retry }, source, options, stop);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => events.next(),
    return() {
      stop.abort(); // ends a `next` that is waiting for an event
      return events.return(undefined);
    },
  };
}

async function* follow<T>(
  connection: Connection,
  delays: RetryOptions,
  source: StreamSource<T>,
  { signal, onConnection, silenceMs = SILENCE_MS, since, query }: EventsOptions & { query?: QueryValues },
  stop: AbortController,
): AsyncGenerator<T, undefined, void> {
  const end = () => stop.abort();
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  const target = targetOf(connection, source.route, {}, query);
  let lastId = since?.toString();
  let failures = 0;
  try {
    while (!stop.signal.aborted) {
      let reason = new UnansweredError('UNREACHABLE', 'the service ended the stream');
      try {
        for await (const message of connect(connection, target, lastId, silenceMs, stop.signal)) {
          failures = 0;
          if (message === 'connected') onConnection?.(true);
          else {
            lastId = message.id ?? lastId;
            if (message.data !== '') yield toMessage(message, source);
            if (stop.signal.aborted) return;
          }
        }
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!mayPass(error)) throw error;
        reason = error as UnansweredError; // `mayPass` accepts only UnansweredError and PalatineError
      }
      if (stop.signal.aborted) return;
      failures++;
      onConnection?.(false, reason);
      await wait(delayMs(failures, reason, delays), stop.signal);
    }
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}

async function* connect(
  connection: Connection,
  target: string,
  lastId: string | undefined,
  silenceMs: number,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage | 'connected', void, void> {
  const { timeoutMs } = connection;
  const headers: Record<string, string> = { accept: 'text/event-stream' };
  if (lastId !== undefined) headers['last-event-id'] = lastId;
  const limit = timeLimit(signal, timeoutMs);
  let waitedMs = timeoutMs;
  const orUnanswered = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw limit.signal.aborted ? timedOut(target, waitedMs) : unreachable(target, error);
    } finally {
      limit.pause();
    }
  };

  try {
    const response = await orUnanswered(
      fetchResponse(connection, { method: 'GET', target, headers }, limit.signal),
    );
    const { status, body, headers: received } = response;
    const isStream = /^text\/event-stream\b/i.test(received.get('content-type') ?? '');
    if (status !== 200 || !body || !isStream) {
      limit.renew(timeoutMs);
      readResponse({ status, headers: received, text: await orUnanswered(response.text()) });
      throw new UnansweredError('UNREADABLE', `${target} does not answer with a stream`, { status });
    }
    yield 'connected';
    const chunks = body.getReader();
    const reader = eventStreamReader();
    waitedMs = silenceMs;
    while (true) {
      limit.renew(silenceMs);
      const { done, value } = await orUnanswered(chunks.read());
      if (done) return;
      yield* reader.push(value);
    }
  } finally {
    limit.clear();
    limit.abort();
  }
}

function mayPass(error: unknown): boolean {
  return isOutage(error) || (error instanceof PalatineError && error.status >= 500);
}

function toMessage<T>({ data }: StreamMessage, { isMessage, lacks }: StreamSource<T>): T {
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch (error) {
    throw new UnansweredError('UNREADABLE', 'a message of the stream is not JSON', { cause: error });
  }
  if (typeof json === 'object' && json !== null && isMessage(json)) return json as T;
  throw new UnansweredError('UNREADABLE', lacks);
}

/** One message of a text/event-stream. */
export interface StreamMessage {
  /** The last id so far, where there was one. */
  id: string | undefined;
  /** '' for a message with an id only. */
  data: string;
}

/** Parses a text/event-stream. `push` returns the messages that a chunk completes, without event names. */
export function eventStreamReader(): { push(chunk: Uint8Array): StreamMessage[] } {
  const decoder = new TextDecoder(); // drops the byte order mark, as the standard requires
  let rest = '';
  let id: string | undefined;
  let hasId = false;
  let data: string[] = [];

  function readLine(line: string, messages: StreamMessage[]): void {
    if (line === '') {
      if (data.length > 0 || hasId) messages.push({ id, data: data.join('\n') });
      data = [];
      hasId = false;
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field !== 'id' || value.includes('\0')) return;
    id = value;
    hasId = true;
  }

  return {
    push(chunk) {
      const messages: StreamMessage[] = [];
      const text = rest + decoder.decode(chunk, { stream: true });
      // A carriage return at the end of a chunk may be the first half of CRLF.
      const lines = text.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) readLine(line, messages);
      return messages;
    },
  };
}
