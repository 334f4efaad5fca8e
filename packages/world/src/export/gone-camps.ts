import { type Guid, ZERO_GUID } from '@palatine/contract';
import type { Camp } from '../state/model.ts';
import type { WorldRecords } from './world-records.ts';

/** The deleted camps, and the records that go with them: one edit of the save removes all of these. */
export interface GoneCamps {
  readonly camps: readonly Camp[];
  readonly characters: ReadonlySet<Guid>;
  readonly mapObjects: ReadonlySet<Guid>;
  readonly containers: ReadonlySet<Guid>;
}

export function goneCampsOf(before: WorldRecords, after: WorldRecords): GoneCamps {
  const camps = [...before.camps.values()].filter(({ id }) => !after.camps.has(id));
  const campIds = new Set(camps.map(({ id }) => id));
  const boxes = new Set(camps.map(({ workers }) => workers.containerId));
  boxes.delete(ZERO_GUID);
  const characters = new Set<Guid>();
  for (const { id, place } of camps.length > 0 ? before.characters.values() : []) {
    if (place !== null && boxes.has(place.containerId)) characters.add(id);
  }
  const objects = [...(camps.length > 0 ? before.mapObjects.values() : [])].filter(({ campId }) =>
    campIds.has(campId),
  );
  const containers = new Set(objects.flatMap(({ containerId }) => containerId ?? []));
  for (const { chestId } of before.guilds.values()) if (chestId !== null) containers.delete(chestId);
  return { camps, characters, mapObjects: new Set(objects.map(({ id }) => id)), containers };
}
