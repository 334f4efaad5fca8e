import { removeBase } from '../commands/bases/delete-base.ts';
import { baseContents } from '../queries/base-contents.ts';
import type { Camp } from '../state/model.ts';
import type { Table } from '../state/table.ts';
import { World } from '../state/world.ts';
import { RECORD_TABLES, recordsOf, type WorldRecords } from './world-records.ts';

/** The deleted camps, and the world as it was without them: one edit of the save removes each with all that is in it. */
export interface GoneCamps {
  readonly camps: readonly Camp[];
  readonly left: WorldRecords;
}

export function goneCampsOf(before: WorldRecords, after: WorldRecords): GoneCamps {
  const camps = [...before.camps.values()].filter(({ id }) => !after.camps.has(id));
  if (camps.length === 0) return { camps, left: before };
  const world = worldOf(before);
  for (const camp of camps) removeBase(world, baseContents(world, camp));
  return { camps, left: recordsOf(world) };
}

function worldOf(records: WorldRecords): World {
  const world = new World({ name: '', origin: 'save', createdAtMs: 0, seed: 0 });
  for (const name of RECORD_TABLES) {
    const table = world[name] as Table<object>; // records of the same name are of its kind
    for (const record of records[name].values()) table.put(record);
  }
  return world;
}
