import { type Guid, ZERO_GUID } from '@palatine/contract';
import type { SaveMapObject } from '@palatine/save';
import { classifyMapObject } from '../catalogue/index.ts';
import type { MapObject } from '../state/model.ts';
import { int32, worldCoordinate } from '../state/wire-format.ts';
import type { Boxes } from './boxes.ts';
import type { ImportJob } from './import-job.ts';
import type { ItemContainers } from './item-containers.ts';

/**
 * Imports every object of the map, those in camps first: of two objects that claim one container, the one in a camp
 * has it. An object of a camp that is not there is part of the landscape.
 */
export function importMapObjects(job: ImportJob, containers: ItemContainers, boxes: Boxes): void {
  const { save, world } = job;
  const ids = new Set(save.mapObjects.map(({ instanceId }) => instanceId));
  ids.delete(ZERO_GUID);
  const isInCamp = (object: SaveMapObject) => world.camps.has(object.campId);
  for (const inCamp of [true, false]) {
    for (const object of save.mapObjects) {
      const { instanceId, ownerInstanceId } = object;
      if (isInCamp(object) !== inCamp || !ids.has(instanceId) || world.mapObjects.has(instanceId)) continue;
      world.mapObjects.put({
        ...mapObjectOf(object, containers, boxes),
        campId: inCamp ? object.campId : ZERO_GUID,
        ownerId: ids.has(ownerInstanceId) ? ownerInstanceId : null,
      });
    }
  }
}

function mapObjectOf(
  object: SaveMapObject,
  containers: ItemContainers,
  boxes: Boxes,
): Omit<MapObject, 'campId' | 'ownerId'> {
  const natural = object.spawnerId !== ZERO_GUID;
  const { kind, storage } = classifyMapObject({
    mapObjectId: object.mapObjectId,
    hasSpawner: natural,
    hasOwnerInstance: object.ownerInstanceId !== ZERO_GUID,
    builderUidIsZero: object.builderUid === ZERO_GUID,
    hasStorage: hasStorage(object, containers),
  });
  const containerId = containers.take(object.itemContainer?.id ?? ZERO_GUID);
  return {
    id: object.instanceId,
    objectId: object.mapObjectId,
    location: worldCoordinate(object.location),
    yawDeg: object.yawDeg,
    hp: int32(object.hp),
    maxHp: int32(object.maxHp),
    class: kind,
    containerId,
    storage: storage && containerId !== null,
    booth: object.characterContainerId === null ? null : boxes.takeStored(object.characterContainerId),
    builderUid: guidOrNull(object.builderUid),
    natural,
    underConstruction: object.isUnderConstruction,
  };
}

function guidOrNull(id: Guid): Guid | null {
  return id === ZERO_GUID ? null : id;
}

/** 1 is item storage (chests, food boxes, coolers); 0 a workbench's in- and outputs, drops and the like. */
const STORAGE_USAGE = 1;

function hasStorage({ itemContainer }: SaveMapObject, containers: ItemContainers): boolean {
  return itemContainer?.usage === STORAGE_USAGE && containers.has(itemContainer.id);
}
