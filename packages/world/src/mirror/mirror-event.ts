import type { EventData, EventType } from '@palatine/contract';

/** An event that is still to be emitted. */
export type MirrorEvent = {
  readonly [T in EventType]: { readonly type: T; readonly data: EventData<T> };
}[EventType];
