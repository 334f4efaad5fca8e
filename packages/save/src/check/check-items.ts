import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import type { DynamicItemFacts, ItemSlotFacts } from './level-facts.ts';
import type { SaveFacts } from './save-facts.ts';
import type { ViolationList } from './violation-list.ts';

/** I1 to I4: slots of items and the records of weapons, armours and eggs agree. */
export function checkItems(facts: SaveFacts, violations: ViolationList): void {
  const records = new Map(facts.level.dynamicItems.map((item) => [item.id, item]));
  const inSlots = new Set<SaveGuid>();
  for (const { id, slots, storesEmptySlots } of facts.level.itemContainers) {
    for (const slot of slots) {
      const place = () => `slot ${slot.index} of ${facts.container(id)}`;
      if (!storesEmptySlots && !holdsSomething(slot)) {
        violations.add('I4', `${id}/${slot.index}`, `The ${place()} is stored, but empty.`);
      }
      const { localId, itemId } = slot;
      if (localId === ZERO_GUID) continue;
      if (inSlots.has(localId)) {
        violations.add(
          'I2',
          localId,
          `The ${itemId} in ${place()} lies in another slot too: the game mixes them up.`,
        );
      }
      inSlots.add(localId);
      const wrong = wrongInstance(slot, records.get(localId));
      if (wrong !== null) {
        violations.add('I1', localId, `The ${itemId} in ${place()} ${wrong}: it cannot be used.`);
      }
    }
  }
  for (const { id, itemId } of facts.level.dynamicItems) {
    if (!inSlots.has(id))
      violations.add('I3', id, `The record of a ${itemId} (id ${id}) belongs to no slot.`);
  }
}

function holdsSomething({ count, itemId }: ItemSlotFacts): boolean {
  return count > 0 && itemId !== '' && itemId !== 'None';
}

function wrongInstance(slot: ItemSlotFacts, record: DynamicItemFacts | undefined): string | null {
  if (record === undefined) return 'has no record of its own';
  if (slot.count !== 1) return `stands there ${slot.count} times with one record`;
  if (record.itemId.toLowerCase() !== slot.itemId.toLowerCase())
    return `has the record of a ${record.itemId}`;
  if (record.worldId !== slot.worldId) return 'has the record of another world';
  return null;
}
