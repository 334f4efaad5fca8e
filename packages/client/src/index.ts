export type {
  Bound,
  BoundKind,
  CatalogueCell,
  CatalogueReply,
  CatalogueTable,
  EventData,
  EventPlayer,
  EventType,
  LegacyGiveBody,
  LegacyGiveReply,
  PalatineEvent,
  PositionsMessage,
} from '@palatine/contract';
export { ALL_ROUTES, boundsOf, catalogueRows, LIMITS } from '@palatine/contract';
export type {
  CallArguments,
  CallOptions,
  Client,
  ClientMethodName,
  ClientOptions,
  RequestOptions,
} from './client.ts';
export { createClient } from './client.ts';
export { PalatineError, type UnansweredCode, UnansweredError } from './errors.ts';
export type { Events, EventsOptions } from './events.ts';
export { newIdempotencyKey } from './idempotency-key.ts';
export { headersOf } from './response-headers.ts';
export type { RetryOptions } from './retry.ts';
export type { Streamed, StreamOptions } from './streams.ts';
export type { Positions, PositionsOptions } from './watch-positions.ts';
