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

const texts = new WeakMap<WorldEvent, string>();

/** An event as the store writes it. Made once: the log counts its bytes, and the store writes it. */
export function eventJson(event: WorldEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = JSON.stringify(event);
  texts.set(event, text);
  return text;
}
