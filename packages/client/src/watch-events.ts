import { getEvents, type PalatineEvent, pathOf } from '@palatine/contract';
import { UnansweredError } from './errors.ts';
import type { StreamMessage } from './event-stream.ts';
import type { Events, EventsOptions } from './events.ts';
import type { RetryOptions } from './retry.ts';
import type { Connection } from './send.ts';
import { streamedJson, watchStream } from './watch-stream.ts';

/** Yields the events as they happen. Reconnects after a lost connection and resumes after the last event. */
export function watchEvents(
  connection: Connection,
  retry: RetryOptions,
  { since, ...options }: EventsOptions = {},
): Events {
  const source = {
    target: connection.url + pathOf(getEvents),
    toMessage: toEvent,
    since: since === undefined ? undefined : String(since),
  };
  return watchStream(connection, retry, source, options);
}

function toEvent(message: StreamMessage): PalatineEvent {
  const event = streamedJson(message) as Partial<PalatineEvent> | null; // looked at below
  if (typeof event?.Id === 'number' && typeof event.Type === 'string') return event as PalatineEvent;
  throw new UnansweredError('UNREADABLE', 'an event has no Id and Type');
}
