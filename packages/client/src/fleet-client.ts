import {
  FLEET_ROUTES,
  type FleetEvent,
  type RouteReply,
  type RouteShape,
  WORLDS_PATH,
  watchFleetEvents,
} from '@palatine/contract';
import { type CallArguments, type ClientOptions, callsOf } from './calls.ts';
import { type Client, createClient } from './client.ts';
import { UnansweredError } from './errors.ts';
import type { StreamMessage } from './event-stream.ts';
import type { EventsOptions } from './events.ts';
import type { Streamed } from './streams.ts';
import { streamedJson, watchEvents } from './watch-stream.ts';

/** Ends with `break`, with `return()`, or with the signal of the options; never on its own. */
export interface FleetEvents extends Streamed<FleetEvent> {}

type FleetRoutes = typeof FLEET_ROUTES;

/** Names of the routes of a gateway that answer in JSON, not with a stream. */
export type FleetMethodName = {
  [Name in keyof FleetRoutes]: FleetRoutes[Name] extends { stream: true } ? never : Name;
}[keyof FleetRoutes];

/** One method per route of a gateway that answers in JSON, under its name in the table. */
export type FleetClient = {
  [Name in FleetMethodName]: (
    ...args: CallArguments<FleetRoutes[Name]>
  ) => Promise<RouteReply<FleetRoutes[Name]>>;
} & {
  /** Calls any route value, also one that is not in the table. */
  call<R extends RouteShape>(route: R, ...args: CallArguments<R>): Promise<RouteReply<R>>;
  /** The events of all worlds as they happen, until the loop over them ends. `since` is an `Id` of this gateway. */
  events(options?: EventsOptions): FleetEvents;
  /** A client of one world behind the gateway, by its key. */
  world(key: string): Client;
};

/** A client of a gateway; `url` ends before `/v1/fleet`. Throws a TypeError for a bad URL or token. */
export function createFleetClient(options: ClientOptions): FleetClient {
  const { connection, retry, call, methodsOf } = callsOf(options);
  const methods = {
    ...methodsOf(FLEET_ROUTES),
    call,
    events: (given?: EventsOptions) => watchEvents(connection, retry, watchFleetEvents, toFleetEvent, given),
    world: (key: string) =>
      createClient({ ...options, url: `${connection.url}${WORLDS_PATH}/${encodeURIComponent(key)}` }),
  };
  return methods as FleetClient; // one method per route without a stream, as the type says
}

function toFleetEvent(message: StreamMessage): FleetEvent {
  const event = streamedJson(message) as Partial<FleetEvent> | null; // looked at below
  if (typeof event?.Id === 'number' && typeof event.Event?.Type === 'string') return event as FleetEvent;
  throw new UnansweredError('UNREADABLE', 'an event of the fleet has no Id and Event');
}
