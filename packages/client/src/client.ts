import {
  ALL_ROUTES,
  FLEET_ROUTES,
  type FleetEvent,
  getEvents,
  getPositions,
  type PalatineEvent,
  type PositionsMessage,
  type RouteQuery,
  WORLDS_PATH,
  watchFleetEvents,
} from '@palatine/contract';
import { type ClientOptions, callsOf, type MethodName, type Methods } from './calls.ts';
import {
  type EventsOptions,
  type Streamed,
  type StreamOptions,
  type StreamSource,
  watchStream,
} from './watch-stream.ts';

export type ClientMethodName = MethodName<typeof ALL_ROUTES>;

export type Events = Streamed<PalatineEvent>;

export interface PositionsOptions extends StreamOptions {
  query?: RouteQuery<typeof getPositions>;
}

/** Snapshots and moves, in their order. */
export type Positions = Streamed<PositionsMessage>;

export type Client = Methods<typeof ALL_ROUTES> & {
  /** The events as they happen, until the loop over them ends. */
  events(options?: EventsOptions): Events;
  /** Positions, once a second, until the loop ends: a snapshot first and after a lost connection, then the changes. */
  positions(options?: PositionsOptions): Positions;
};

const EVENTS: StreamSource<PalatineEvent> = {
  route: getEvents,
  isMessage: ({ Id, Type }) => typeof Id === 'number' && typeof Type === 'string',
  lacks: 'an event has no Id and Type',
};

const POSITIONS: StreamSource<PositionsMessage> = {
  route: getPositions,
  isMessage: ({ Type }) => Type === 'snapshot' || Type === 'moves',
  lacks: 'a message of the positions has no Type',
};

/** A typed client, made from the route table. Throws a TypeError for a URL or a token that cannot work. Runs in Node and in browsers. */
export function createClient(options: ClientOptions): Client {
  const { connection, retry, methodsOf } = callsOf(options);
  return {
    ...methodsOf(ALL_ROUTES),
    events: (options) => watchStream(connection, retry, EVENTS, options),
    positions: (options) => watchStream(connection, retry, POSITIONS, options),
  };
}

export type FleetMethodName = MethodName<typeof FLEET_ROUTES>;

export type FleetEvents = Streamed<FleetEvent>;

export type FleetClient = Methods<typeof FLEET_ROUTES> & {
  /** The events of all worlds as they happen, until the loop over them ends. `since` is an `Id` of this gateway. */
  events(options?: EventsOptions): FleetEvents;
  /** A client of one world behind the gateway, by its key. */
  world(key: string): Client;
};

const FLEET_EVENTS: StreamSource<FleetEvent> = {
  route: watchFleetEvents,
  isMessage: ({ Id, Event }) => typeof Id === 'number' && typeof Event?.Type === 'string',
  lacks: 'an event of the fleet has no Id and Event',
};

/** A client of a gateway; `url` ends before `/v1/fleet`. Throws a TypeError for a bad URL or token. */
export function createFleetClient(options: ClientOptions): FleetClient {
  const { connection, retry, methodsOf } = callsOf(options);
  return {
    ...methodsOf(FLEET_ROUTES),
    events: (options) => watchStream(connection, retry, FLEET_EVENTS, options),
    world: (key) =>
      createClient({ ...options, url: `${connection.url}${WORLDS_PATH}/${encodeURIComponent(key)}` }),
  };
}
