import { type FleetEvent, pathOf, watchFleetEvents as route } from '@palatine/contract';
import { UnansweredError } from './errors.ts';
import type { StreamMessage } from './event-stream.ts';
import type { EventsOptions } from './events.ts';
import type { RetryOptions } from './retry.ts';
import type { Connection } from './send.ts';
import type { Streamed } from './streams.ts';
import { streamedJson, watchStream } from './watch-stream.ts';

/** Ends with `break`, with `return()`, or with the signal of the options; never on its own. */
export interface FleetEvents extends Streamed<FleetEvent> {}

/** Yields the events of a fleet as they happen. Reconnects after a lost connection and resumes after the last event. */
export function watchFleetEvents(
  connection: Connection,
  retry: RetryOptions,
  { since, ...options }: EventsOptions = {},
): FleetEvents {
  const source = {
    target: connection.url + pathOf(route),
    toMessage: toFleetEvent,
    since: since === undefined ? undefined : String(since),
  };
  return watchStream(connection, retry, source, options);
}

function toFleetEvent(message: StreamMessage): FleetEvent {
  const event = streamedJson(message) as Partial<FleetEvent> | null; // looked at below
  if (typeof event?.Id === 'number' && typeof event.Event?.Type === 'string') return event as FleetEvent;
  throw new UnansweredError('UNREADABLE', 'an event of the fleet has no Id and Event');
}
