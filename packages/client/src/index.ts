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
export {
  type Client,
  type ClientMethodName,
  createClient,
  createFleetClient,
  type Events,
  type FleetClient,
  type FleetEvents,
  type FleetMethodName,
  type Positions,
  type PositionsOptions,
} from './client.ts';
export { PalatineError, type UnansweredCode, UnansweredError } from './errors.ts';
export { headersOf } from './read-response.ts';
export { newIdempotencyKey } from './request.ts';
export type { RetryOptions } from './retry.ts';
export type { EventsOptions, Streamed, StreamOptions } from './watch-stream.ts';
