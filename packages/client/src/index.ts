export type {
  Bound,
  BoundKind,
  CatalogueCell,
  CatalogueReply,
  CatalogueTable,
  EventData,
  EventPlayer,
  EventType,
  FleetEvent,
  FleetPlayer,
  FleetTokenEntry,
  FleetWorld,
  LegacyGiveBody,
  LegacyGiveReply,
  PalatineEvent,
  PositionsMessage,
} from '@palatine/contract';
export { ALL_ROUTES, boundsOf, catalogueRows, FLEET_ROUTES, LIMITS } from '@palatine/contract';
export type { CallArguments, CallOptions, ClientOptions, RequestOptions } from './calls.ts';
export { type Client, type ClientMethodName, createClient } from './client.ts';
export { PalatineError, type UnansweredCode, UnansweredError } from './errors.ts';
export type { Events, EventsOptions } from './events.ts';
export {
  createFleetClient,
  type FleetClient,
  type FleetEvents,
  type FleetMethodName,
} from './fleet-client.ts';
export { newIdempotencyKey } from './idempotency-key.ts';
export { headersOf } from './response-headers.ts';
export type { RetryOptions } from './retry.ts';
export type { Streamed, StreamOptions } from './streams.ts';
export type { Positions, PositionsOptions } from './watch-positions.ts';
