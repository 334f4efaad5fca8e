import { type Guid, ZERO_GUID } from '@palatine/contract';
import type { SaveCamp, SaveMapObject } from '@palatine/save';
import { classifyMapObject } from '../catalogue/index.ts';
import { finite, int32, worldCoordinate } from '../state/wire-format.ts';
import type { Boxes } from './boxes.ts';
import type { ImportJob } from './import-job.ts';
import type { ItemContainers } from './item-containers.ts';

/** Imports camps in the order of their guilds' lists, as the game shows them; then the rest. */
export function importCamps(job: ImportJob, boxes: Boxes): void {
  const { save, world } = job;
  const listedBy = campsListedByGuilds(job);
  const place = new Map([...listedBy.keys()].map((id, index) => [id, index]));
  const last = place.size;
  const camps = save.camps.toSorted((a, b) => (place.get(a.id) ?? last) - (place.get(b.id) ?? last));
  for (const camp of camps) {
    if (camp.id === ZERO_GUID || world.camps.has(camp.id)) continue;
    world.camps.put({
      id: camp.id,
      name: camp.name,
      guildId: listedBy.get(camp.id) ?? ownGuildOf(job, camp),
      state: camp.state,
      location: worldCoordinate(camp.location),
      areaRangeCm: finite(camp.areaRangeCm),
      workers: boxes.take(camp.workerContainerId, 0),
    });
  }
}

/** Imports the objects in camps. The rest of the landscape is not kept. */
export function importMapObjects(job: ImportJob, containers: ItemContainers): void {
  const { save, world } = job;
  for (const object of save.mapObjects) {
    const { instanceId } = object;
    if (instanceId === ZERO_GUID || !world.camps.has(object.campId) || world.mapObjects.has(instanceId)) {
      continue;
    }
    const { kind, storage } = classifyMapObject({
      mapObjectId: object.mapObjectId,
      hasSpawner: object.spawnerId !== ZERO_GUID,
      hasOwnerInstance: object.ownerInstanceId !== ZERO_GUID,
      builderUidIsZero: object.builderUid === ZERO_GUID,
      hasStorage: hasStorage(object, containers),
    });
    const containerId = containers.take(object.itemContainer?.id ?? ZERO_GUID);
    world.mapObjects.put({
      id: instanceId,
      objectId: object.mapObjectId,
      campId: object.campId,
      location: worldCoordinate(object.location),
      hp: int32(object.hp),
      maxHp: int32(object.maxHp),
      class: kind,
      containerId,
      storage: storage && containerId !== null,
    });
  }
}

/** 1 is item storage (chests, food boxes, coolers); 0 a workbench's in- and outputs, drops and the like. */
const STORAGE_USAGE = 1;

function hasStorage({ itemContainer }: SaveMapObject, containers: ItemContainers): boolean {
  return itemContainer?.usage === STORAGE_USAGE && containers.has(itemContainer.id);
}

function campsListedByGuilds({ save, world }: ImportJob): Map<Guid, Guid> {
  const listedBy = new Map<Guid, Guid>();
  for (const { id, guild } of save.groups) {
    if (guild === null || !world.guilds.has(id)) continue;
    for (const campId of guild.campIds) if (!listedBy.has(campId)) listedBy.set(campId, id);
  }
  return listedBy;
}

/** The zero GUID when the guild is gone: the camp remains, and can be deleted. */
function ownGuildOf({ world }: ImportJob, { guildId }: SaveCamp): Guid {
  return world.guilds.has(guildId) ? guildId : ZERO_GUID;
}
