import { getPositions, type PositionsMessage, pathOf, type RouteQuery } from '@palatine/contract';
import { UnansweredError } from './errors.ts';
import type { StreamMessage } from './event-stream.ts';
import type { RetryOptions } from './retry.ts';
import type { Connection } from './send.ts';
import type { Streamed, StreamOptions } from './streams.ts';
import { streamedJson, watchStream } from './watch-stream.ts';

export interface PositionsOptions extends StreamOptions {
  query?: RouteQuery<typeof getPositions>;
}

/** Snapshots and moves, in their order. */
export interface Positions extends Streamed<PositionsMessage> {}

/** Yields where the players are, once a second. After a lost connection it begins with a snapshot again. */
export function watchPositions(
  connection: Connection,
  retry: RetryOptions,
  { query = {}, ...options }: PositionsOptions = {},
): Positions {
  const target = new URL(connection.url + pathOf(getPositions));
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value));
  return watchStream(connection, retry, { target: target.href, toMessage }, options);
}

function toMessage(message: StreamMessage): PositionsMessage {
  const positions = streamedJson(message) as Partial<PositionsMessage> | null; // looked at below
  if (positions?.Type === 'snapshot' || positions?.Type === 'moves') return positions as PositionsMessage;
  throw new UnansweredError('UNREADABLE', 'a message of the positions has no Type');
}
