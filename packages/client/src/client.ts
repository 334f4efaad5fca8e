import {
  ALL_ROUTES,
  getEvents,
  type PalatineEvent,
  type RouteReply,
  type RouteShape,
} from '@palatine/contract';
import { type CallArguments, type ClientOptions, callsOf } from './calls.ts';
import { UnansweredError } from './errors.ts';
import type { StreamMessage } from './event-stream.ts';
import type { Events, EventsOptions } from './events.ts';
import { type Positions, type PositionsOptions, watchPositions } from './watch-positions.ts';
import { streamedJson, watchEvents } from './watch-stream.ts';

type AllRoutes = typeof ALL_ROUTES;

/** Names of the routes that answer in JSON, not with a stream. */
export type ClientMethodName = {
  [Name in keyof AllRoutes]: AllRoutes[Name] extends { stream: true } ? never : Name;
}[keyof AllRoutes];

/** One method per route that answers in JSON, under its name in the table. */
export type Client = {
  [Name in ClientMethodName]: (
    ...args: CallArguments<AllRoutes[Name]>
  ) => Promise<RouteReply<AllRoutes[Name]>>;
} & {
  /** Calls any route value, also one that is not in the table. */
  call<R extends RouteShape>(route: R, ...args: CallArguments<R>): Promise<RouteReply<R>>;
  /** The events as they happen, until the loop over them ends. */
  events(options?: EventsOptions): Events;
  /** Where the players are, once a second, until the loop over it ends: a snapshot first, then who has moved. */
  positions(options?: PositionsOptions): Positions;
};

/** A typed client, made from the route table. Throws a TypeError for a URL or a token that cannot work. Runs in Node and in browsers. */
export function createClient(options: ClientOptions): Client {
  const { connection, retry, call, methodsOf } = callsOf(options);
  const methods = {
    ...methodsOf(ALL_ROUTES),
    call,
    events: (given?: EventsOptions) => watchEvents(connection, retry, getEvents, toEvent, given),
    positions: (given?: PositionsOptions) => watchPositions(connection, retry, given),
  };
  return methods as Client; // one method per route without a stream, as the type says
}

function toEvent(message: StreamMessage): PalatineEvent {
  const event = streamedJson(message) as Partial<PalatineEvent> | null; // looked at below
  if (typeof event?.Id === 'number' && typeof event.Type === 'string') return event as PalatineEvent;
  throw new UnansweredError('UNREADABLE', 'an event has no Id and Type');
}
