import { CAMP_OBJECT_COLUMNS, type CampObjectCells, type CampStorage } from '@palatine/contract';
import { finite } from '../catalogue/map-coordinates.ts';
import { findCamp } from '../state/find-guild.ts';
import type { GameContext } from '../state/game-context.ts';
import type { MapObject } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import { campRow } from './camp-search.ts';
import { inventorySlots } from './items.ts';
import { palRow } from './pal-row.ts';
import { charactersInBox } from './pals.ts';
import { place } from './player-row.ts';
import { CAMP_TABLES, query } from './query.ts';

/** A base camp with its objects. Rocks, logs and treasure boxes belong to the landscape. */
export const getCampDetails = query<'getCampDetails'>({
  reads: [...CAMP_TABLES, 'players'],
  run(game, params) {
    const { world } = game;
    const camp = findCamp(game, params.base_camp_id);
    const objects = world
      .pick(world.mapObjects, world.mapObjectsByCamp.keys(camp.id))
      .filter(({ natural }) => !natural);
    return {
      Camp: campRow(game, camp),
      Objects: { Columns: [...CAMP_OBJECT_COLUMNS], Rows: objects.map(cellsOf) },
      Storages: objects.flatMap((object) => storageOf(game, object)),
      Workers: charactersInBox(world, camp.workers.containerId).map((pal) => palRow(game, pal)),
    };
  },
});

/** In the order of CAMP_OBJECT_COLUMNS. */
function cellsOf(object: MapObject): CampObjectCells {
  const { id, objectId, location, yawDeg, hp, maxHp, underConstruction, containerId, builderUid } = object;
  return [
    id,
    objectId,
    object.class,
    finite(location.x),
    finite(location.y),
    finite(location.z),
    finite(yawDeg),
    int32(hp),
    int32(maxHp),
    underConstruction,
    containerId ?? '',
    builderUid ?? '',
  ];
}

/** Empty for an object without storage, and for a guild chest, which does not belong to the base. */
function storageOf({ world, catalogue }: GameContext, object: MapObject): CampStorage[] {
  const { id, objectId, containerId, storage, location } = object;
  const container = containerId === null || !storage ? undefined : world.containers.get(containerId);
  if (container === undefined || world.guildsByChest.get(container.id) !== undefined) return [];
  const slots = inventorySlots(catalogue, container);
  return [
    {
      Id: id,
      ObjectId: objectId,
      ContainerId: container.id,
      Place: place(location),
      Used: slots.length,
      Max: int32(container.capacity),
      Slots: slots,
    },
  ];
}
