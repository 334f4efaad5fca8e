import { FLEET_ROUTES, type FleetEvent, WORLDS_PATH, watchFleetEvents } from '@palatine/contract';
import { type ClientOptions, callsOf, type MethodName, type Methods } from './calls.ts';
import { type Client, createClient } from './client.ts';
import { type EventsOptions, type Streamed, type StreamSource, watchStream } from './watch-stream.ts';

export type FleetMethodName = MethodName<typeof FLEET_ROUTES>;

export type FleetEvents = Streamed<FleetEvent>;

export type FleetClient = Methods<typeof FLEET_ROUTES> & {
  /** The events of all worlds as they happen, until the loop over them ends. `since` is an `Id` of this gateway. */
  events(options?: EventsOptions): FleetEvents;
  /** A client of one world behind the gateway, by its key. */
  world(key: string): Client;
};

const EVENTS: StreamSource<FleetEvent> = {
  route: watchFleetEvents,
  isMessage: ({ Id, Event }) => typeof Id === 'number' && typeof Event?.Type === 'string',
  lacks: 'an event of the fleet has no Id and Event',
};

/** A client of a gateway; `url` ends before `/v1/fleet`. Throws a TypeError for a bad URL or token. */
export function createFleetClient(options: ClientOptions): FleetClient {
  const { connection, retry, methodsOf } = callsOf(options);
  return {
    ...methodsOf(FLEET_ROUTES),
    events: (options) => watchStream(connection, retry, EVENTS, options),
    world: (key) =>
      createClient({ ...options, url: `${connection.url}${WORLDS_PATH}/${encodeURIComponent(key)}` }),
  };
}
