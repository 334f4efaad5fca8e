import type { World } from '@palatine/world';
import type { EventsSince } from './protocol.ts';

/** `now` has missed nothing; an id that was never given is of another world, whose watcher begins anew. */
export function eventsSince(world: World, since: number | 'now'): EventsSince {
  if (since === 'now') return { since: world.lastEventId, events: [] };
  const known = since <= world.lastEventId ? since : 0;
  return { since: known, events: [...world.events.values()].filter(({ id }) => id > known) };
}
