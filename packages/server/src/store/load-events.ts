import type { DatabaseSync } from 'node:sqlite';
import { EVENTS_KEPT, type World, type WorldEvent } from '@palatine/world';

/**
 * Loads the newest events, as many as a world keeps, and deletes the others: a version before this one kept events of
 * any size, and together they may not fit into memory. `beforeDelete` is given each of the others first.
 */
export function loadEvents(
  database: DatabaseSync,
  world: World,
  beforeDelete?: (event: WorldEvent) => void,
): void {
  const newest: WorldEvent[] = [];
  let bytes = 0;
  for (const row of database.prepare('select record from events order by key desc').iterate()) {
    const { record } = row as { record: string };
    bytes += Buffer.byteLength(record);
    if (newest.length === EVENTS_KEPT.events || (bytes > EVENTS_KEPT.bytes && newest.length > 0)) break;
    newest.push(JSON.parse(record) as WorldEvent); // written by the store
  }
  for (const event of newest.reverse()) world.events.restore(String(event.id), event);
  deleteBefore(database, newest[0]?.id ?? 0, beforeDelete);
}

function deleteBefore(
  database: DatabaseSync,
  id: number,
  beforeDelete: ((event: WorldEvent) => void) | undefined,
): void {
  const older = database.prepare('select 1 from events where key < ? limit 1').get(id);
  if (older === undefined) return;
  try {
    if (beforeDelete !== undefined) {
      for (const row of database
        .prepare('select record from events where key < ? order by key')
        .iterate(id)) {
        beforeDelete(JSON.parse((row as { record: string }).record) as WorldEvent); // written by the store
      }
    }
    database.prepare('delete from events where key < ?').run(id);
  } catch {} // a full or read-only disk: nobody reads these events any more, and the next start deletes them
}
