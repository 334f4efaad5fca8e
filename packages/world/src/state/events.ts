import type { EventData, EventType } from '@palatine/contract';

/** One event. Ids count up, also across restarts. */
export type WorldEvent<T extends EventType = EventType> = {
  [K in T]: { readonly id: number; readonly atMs: number; readonly type: K; readonly data: EventData<K> };
}[T];

/** Number of events the world keeps; the oldest are dropped first. */
export const EVENTS_KEPT = 10_000;
