/** The class of an object in the counts of a deleted base; `storage` is separate, see {@link classifyMapObject}. */
type MapObjectClass = 'palbox' | 'dropItem' | 'defense' | 'building' | 'other';

export interface MapObjectTraits {
  readonly mapObjectId: string;
  /** `spawner` of the save is not zero. */
  readonly hasSpawner: boolean;
  /** `ownerInstance` of the save is not zero. */
  readonly hasOwnerInstance: boolean;
  readonly builderUidIsZero: boolean;
  /** An item container module of usage 1 whose container exists. */
  readonly hasStorage: boolean;
}

const LEFT_BEHIND = new Set(['deathpenaltychest', 'droppedcharacter', 'supplydrop']);

/**
 * The first matching rule decides. A builder alone proves nothing: on worlds played by their host, rocks and treasure
 * boxes carry one too. Storage is not a class: a chest is a building whose container is counted as well.
 *
 * Source: seen in public saves; how the original server counts was not observed.
 */
export function classifyMapObject(object: MapObjectTraits): { kind: MapObjectClass; storage: boolean } {
  return { kind: kindOf(object), storage: object.hasStorage };
}

function kindOf(object: MapObjectTraits): MapObjectClass {
  const id = object.mapObjectId.toLowerCase();
  if (id === 'palboxv2') return 'palbox';
  if (id === 'commondropitem3d') return 'dropItem';
  if (object.hasSpawner || object.hasOwnerInstance) return 'other'; // rocks, pick-ups, ranch eggs
  if (id.startsWith('defense') && !id.startsWith('defensewall')) return 'defense';
  if (object.builderUidIsZero || LEFT_BEHIND.has(id)) return 'other';
  return 'building';
}
