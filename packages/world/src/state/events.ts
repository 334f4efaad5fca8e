import { EVENT_STREAM, type EventData, type EventType } from '@palatine/contract';

/** One event. Ids count up, also across restarts. */
export type WorldEvent<T extends EventType = EventType> = {
  [K in T]: { readonly id: number; readonly atMs: number; readonly type: K; readonly data: EventData<K> };
}[T];

/** How many events, and how many bytes of them as JSON: whichever is reached first. */
export interface EventBounds {
  readonly events: number;
  readonly bytes: number;
}

/** What the world keeps; the oldest are dropped first. */
export const EVENTS_KEPT: EventBounds = {
  events: EVENT_STREAM.keptEvents,
  bytes: EVENT_STREAM.keptBytes,
};
