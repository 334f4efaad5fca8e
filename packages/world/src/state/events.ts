import type { EventData, EventType } from '@palatine/contract';

/** One thing that happened. Ids count up, also over restarts. */
export type WorldEvent<T extends EventType = EventType> = {
  [K in T]: { readonly id: number; readonly atMs: number; readonly type: K; readonly data: EventData<K> };
}[T];

/** Events the world keeps; the oldest go first. */
export const EVENTS_KEPT = 10_000;
