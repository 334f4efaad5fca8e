import { type Guid, ZERO_GUID } from '@palatine/contract';
import type { SaveDynamicItem, SaveItemContainer, SaveItemSlot } from '@palatine/save/save-types';
import { finite } from '../catalogue/map-coordinates.ts';
import type { ItemInstance, ItemStack } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import { characterOf } from './characters.ts';
import { amount, type ImportJob, isSlot, MAX_SLOTS, nameOrNone } from './import-job.ts';

export function itemContainersOf(job: ImportJob) {
  const stored = new Map(job.save.itemContainers.map((container) => [container.id, container]));
  const instances = new Map(job.save.dynamicItems.map((item) => [item.id, item]));
  instances.delete(ZERO_GUID); // stacks without a state refer to it
  const hatched = new Set(job.save.characters.map((character) => character.instanceId));
  return {
    /** True when the save holds the container, taken or not. */
    has: (id: Guid) => id !== ZERO_GUID && stored.has(id),
    /** Imports a container for its owner; null when the save lacks it or another owner has it. */
    take(id: Guid): Guid | null {
      const container = stored.get(id);
      if (id === ZERO_GUID || container === undefined || job.world.containers.has(id)) return null;
      importContainer(job, container, instances, hatched);
      return id;
    },
  };
}

/** Imports containers with the first owner that refers to them. Unreferenced containers are left out. */
export type ItemContainers = ReturnType<typeof itemContainersOf>;

/** Imports a container. Removes each instance from `instances` as it is placed: no two stacks share one. */
function importContainer(
  job: ImportJob,
  container: SaveItemContainer,
  instances: Map<Guid, SaveDynamicItem>,
  hatched: ReadonlySet<Guid>,
): void {
  const slots: Record<number, ItemStack> = {};
  let needed = 0;
  for (const slot of container.slots) {
    const { index } = slot;
    if (!isOccupied(slot) || slots[index] !== undefined) continue;
    const item = amount(slot.count) === 1 ? instances.get(slot.dynamicId) : undefined;
    if (item !== undefined) instances.delete(item.id);
    slots[index] = {
      itemId: job.spelling.item(slot.itemId),
      count: amount(slot.count),
      ...(item !== undefined && { instance: instanceOf(job, item, hatched) }),
    };
    needed = Math.max(needed, index + 1);
  }
  const capacity = Math.min(MAX_SLOTS, Math.max(amount(container.capacity), needed));
  job.world.containers.put({ id: container.id, capacity, slots });
}

function isOccupied({ index, count, itemId }: SaveItemSlot): boolean {
  return isSlot(index) && amount(count) > 0 && nameOrNone(itemId) !== '';
}

function instanceOf(job: ImportJob, { id, body }: SaveDynamicItem, hatched: ReadonlySet<Guid>): ItemInstance {
  switch (body.kind) {
    case 'egg': {
      const inside = body.character;
      const rolled = inside !== null && !hatched.has(inside.instanceId); // a Pal in the world is not in an egg too
      return {
        kind: 'egg',
        id,
        species: job.spelling.species(nameOrNone(body.characterId)),
        pal: rolled ? characterOf(job, { ...inside, isPlayer: false }, null) : null,
      };
    }
    case 'armor':
      return { kind: 'armor', id, durability: finite(body.durability) };
    case 'weapon':
      return {
        kind: 'weapon',
        id,
        durability: finite(body.durability),
        bullets: int32(body.bullets),
        passives: body.passives.map(job.spelling.passive),
      };
  }
}
