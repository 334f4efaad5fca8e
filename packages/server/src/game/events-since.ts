import type { EventBounds, World } from '@palatine/world';
import type { EventsPage } from './protocol.ts';

/** A page fits into the buffer of a socket, and takes well under a millisecond of the game thread. */
const PAGE: EventBounds = { events: 256, bytes: 64 * 1024 };

/** A page of the events after an id. An id that was never given is of another world, whose watcher begins anew. */
export function eventsSince(world: World, id: number): EventsPage {
  const since = id <= world.lastEventId ? id : 0;
  return { since, events: world.eventLog.after(since, PAGE), newestId: world.eventLog.newest?.id ?? 0 };
}
