import { pathOf, type RouteShape } from '@palatine/contract';
import { PalatineError, UnansweredError } from './errors.ts';
import { eventStreamReader, type StreamMessage } from './event-stream.ts';
import type { EventsOptions } from './events.ts';
import { readResponse } from './read-response.ts';
import { delayMs, isOutage, type RetryOptions, wait } from './retry.ts';
import { type Connection, fetchResponse, timedOut, timeLimit, unreachable } from './send.ts';
import type { Streamed, StreamOptions } from './streams.ts';

/** Three heartbeats of the service. */
const SILENCE_MS = 45_000;
/** Longer than for a request: after a restart of the service every watcher reconnects at once. */
const DELAYS = { firstDelayMs: 500, maxDelayMs: 30_000 };

/** A stream of the service. */
export interface StreamSource<T> {
  /** Its URL. */
  readonly target: string;
  /** Reads a message, which is never empty. */
  readonly toMessage: (message: StreamMessage) => T;
  /** Id of the last message seen, where the service can resume after one. */
  readonly since?: string | undefined;
}

/** Yields the messages of a stream. Reconnects, and resumes after the last message with an id. */
export function watchStream<T>(
  connection: Connection,
  retry: RetryOptions,
  source: StreamSource<T>,
  options: StreamOptions = {},
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

/** Yields the events of a route as they happen. Reconnects, and resumes after the last event. */
export function watchEvents<T>(
  connection: Connection,
  retry: RetryOptions,
  route: RouteShape,
  toMessage: StreamSource<T>['toMessage'],
  { since, ...options }: EventsOptions = {},
): Streamed<T> {
  const source = {
    target: connection.url + pathOf(route),
    toMessage,
    since: since === undefined ? undefined : String(since),
  };
  return watchStream(connection, retry, source, options);
}

async function* follow<T>(
  connection: Connection,
  delays: RetryOptions,
  { target, toMessage, since }: StreamSource<T>,
  { signal, onConnection, silenceMs = SILENCE_MS }: StreamOptions,
  stop: AbortController,
): AsyncGenerator<T, undefined, void> {
  const end = () => stop.abort();
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  let lastId = since;
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
            if (message.data !== '') yield toMessage(message);
            if (stop.signal.aborted) return;
          }
        }
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!mayPass(error)) throw error;
        reason = error as UnansweredError; // `mayPass` lets only UnansweredError and PalatineError through
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

/** One connection, from its start to its end. */
async function* connect(
  connection: Connection,
  target: string,
  lastId: string | undefined,
  silenceMs: number,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage | 'connected', void, void> {
  const { timeoutMs } = connection;
  const headers = {
    accept: 'text/event-stream',
    ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
  };
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
    const { status, body } = response;
    if (status !== 200 || !body || !isEventStream(response)) {
      limit.renew(timeoutMs);
      const text = await orUnanswered(response.text());
      readResponse({ status, headers: response.headers, text });
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

function isEventStream(response: Response): boolean {
  return /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
}

function mayPass(error: unknown): boolean {
  return isOutage(error) || (error instanceof PalatineError && error.status >= 500);
}

/** The JSON of a message. */
export function streamedJson({ data }: StreamMessage): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    throw new UnansweredError('UNREADABLE', 'a message of the stream is not JSON', { cause: error });
  }
}
