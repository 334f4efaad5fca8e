import type { MapLayer } from '@palatine/contract';
import type { MapObject } from './model.ts';

/** The layers of the map that show objects. */
export type ObjectLayer = Exclude<MapLayer, 'Summoned' | 'Explored'>;

/**
 * The layer that shows an object, by its id: undefined for buildings, rocks, logs and plants.
 * Seen in saves of four worlds: `CommonDropItem3D` is dropped with one stack in it; `DeathPenaltyChest` (three in a
 * world of 1.0) holds weapons, gear and materials and names a player; each `TreasureBox…` and `PalEgg…` has a container
 * and a spawner. Not proved: `SupplyDrop`, which is in the game's list of objects and in none of those saves.
 */
export function layerOf({ objectId, natural }: MapObject): ObjectLayer | undefined {
  const id = objectId.toLowerCase();
  if (id === 'commondropitem3d') return 'Drops';
  if (id === 'deathpenaltychest') return 'DeathChests';
  if (id === 'supplydrop') return 'Supplies';
  if (id.startsWith('treasurebox')) return 'Treasure';
  return natural && id.startsWith('palegg') ? 'Eggs' : undefined;
}
