import type { DatabaseSync } from 'node:sqlite';
import type { WorldEvent } from '@palatine/world';

/** Deleting each event with the write that drops it would cost one page for every write. */
const DELETED_AT_ONCE = 64;

/**
 * Deletes the events that a world has dropped, many at once. Those that are left when a service ends are deleted when
 * their world is loaded. `keepDropped`: keeps each for the stream of a fleet, which needs it at once.
 */
export function droppedEvents(database: DatabaseSync, keepDropped?: (event: WorldEvent) => void) {
  const deleteUpTo = database.prepare('delete from events where key <= ?');
  const atOnce = keepDropped === undefined ? DELETED_AT_ONCE : 1;
  let waiting = 0;

  return {
    /**
     * Takes the events that a transaction drops; within the transaction.
     * @returns what to call when it is on disk.
     */
    drop(events: readonly WorldEvent[]): () => void {
      if (events.length === 0) return () => {};
      if (keepDropped !== undefined) for (const event of events) keepDropped(event);
      const all = waiting + events.length;
      const deleted = all >= atOnce;
      // Worlds drop their oldest events only.
      if (deleted) deleteUpTo.run(events.reduce((newest, { id }) => Math.max(newest, id), 0));
      return () => {
        waiting = deleted ? 0 : all;
      };
    },
  };
}
