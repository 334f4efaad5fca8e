import { FLEET_ROUTES, type RouteReply, type RouteShape, WORLDS_PATH } from '@palatine/contract';
import { type CallArguments, type ClientOptions, callsOf } from './calls.ts';
import { type Client, createClient } from './client.ts';
import type { EventsOptions } from './events.ts';
import { type FleetEvents, watchFleetEvents } from './watch-fleet-events.ts';

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
    events: (given?: EventsOptions) => watchFleetEvents(connection, retry, given),
    world: (key: string) =>
      createClient({ ...options, url: `${connection.url}${WORLDS_PATH}/${encodeURIComponent(key)}` }),
  };
  return methods as FleetClient; // one method per route without a stream, as the type says
}
