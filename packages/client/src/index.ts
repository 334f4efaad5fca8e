export type { EventData, EventPlayer, EventType, PalatineEvent } from '@palatine/contract';
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
export type { LegacyGiveAnswer, LegacyGiveBody } from './legacy-give.ts';
export type { RetryOptions } from './retry.ts';
