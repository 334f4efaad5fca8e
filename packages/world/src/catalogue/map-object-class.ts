import { type MapLayer, ZERO_GUID } from '@palatine/contract';
import type { SaveMapObject } from '@palatine/save/save-types';

type MapObjectClass = 'palbox' | 'dropItem' | 'defense' | 'building' | 'other';

export type ClassifiedObject = Pick<
  SaveMapObject,
  'mapObjectId' | 'spawnerId' | 'ownerInstanceId' | 'builderUid'
>;

const LEFT_BEHIND = new Set(['deathpenaltychest', 'droppedcharacter', 'supplydrop']);

/**
 * The first matching rule decides. A builder alone proves nothing: on worlds played by their host, rocks and treasure
 * boxes carry one too. Storage is not a class: a chest is a building whose container is counted as well.
 *
 * Source: seen in public saves; how PalDefender counts was not observed.
 */
export function classifyMapObject(object: ClassifiedObject): MapObjectClass {
  const id = object.mapObjectId.toLowerCase();
  const isNaturalOrOwned = object.spawnerId !== ZERO_GUID || object.ownerInstanceId !== ZERO_GUID;
  if (id === 'palboxv2') return 'palbox';
  if (id === 'commondropitem3d') return 'dropItem';
  if (isNaturalOrOwned) return 'other'; // rocks, pick-ups, ranch eggs
  if (id.startsWith('defense') && !id.startsWith('defensewall')) return 'defense';
  if (object.builderUid === ZERO_GUID || LEFT_BEHIND.has(id)) return 'other';
  return 'building';
}

export type ObjectLayer = Exclude<MapLayer, 'Summoned'>;

/**
 * The layer that shows an object, by its id: undefined for buildings, rocks, logs and plants.
 * Seen in saves of four worlds: `CommonDropItem3D` is dropped with one stack in it; `DeathPenaltyChest` (three in a
 * world of 1.0) holds weapons, gear and materials and names a player; each `TreasureBox…` and `PalEgg…` has a container
 * and a spawner. Not proved: `SupplyDrop`, which is in the game's list of objects and in none of those saves.
 */
export function layerOf(objectId: string, natural: boolean): ObjectLayer | undefined {
  const id = objectId.toLowerCase();
  if (id === 'commondropitem3d') return 'Drops';
  if (id === 'deathpenaltychest') return 'DeathChests';
  if (id === 'supplydrop') return 'Supplies';
  if (id.startsWith('treasurebox')) return 'Treasure';
  return natural && id.startsWith('palegg') ? 'Eggs' : undefined;
}
