import type { Guid } from '@palatine/contract';
import type { SaveDynamicItem } from '@palatine/save';
import type { ItemInstance } from '../state/model.ts';
import type { ChangeJob } from './change-job.ts';
import { isSameInstance } from './same-in-save.ts';
import { INT32, rangeRefusal } from './save-ranges.ts';
import { toSaveEgg } from './to-save-egg.ts';
import type { WorldRecords } from './world-records.ts';

type Refused = { readonly refusals: readonly string[] };

/** The states of weapons, armour and eggs as a save holds them. */
export interface ItemInstances {
  /** `subject` names the item in sentences. */
  savedAs(instance: ItemInstance, itemId: string, subject: string): SaveDynamicItem | Refused;
}

export function itemInstances(job: ChangeJob): ItemInstances {
  const { before, after, save, stored } = job;
  let known:
    | { readonly before: Map<Guid, ItemInstance[]>; readonly after: Map<Guid, ItemInstance[]> }
    | undefined;

  return {
    savedAs(instance, itemId, subject) {
      known ??= { before: instancesOf(before), after: instancesOf(after) };
      const { id } = instance;
      const record = stored.instances.get(id);
      const [was] = known.before.get(id) ?? [];
      if ((known.after.get(id) ?? []).length > 1) {
        return { refusals: [`${subject} has a state that another item has too`] };
      }
      if (record === undefined) return newRecord(job, instance, itemId, subject);
      if (was === undefined) return { refusals: [`${subject} has the id of another item of the save`] };
      // What stays as it is stays as the save holds it, with all that the world does not know of it.
      if (isSameInstance(was, instance, save.era)) return record;
      return changedRecord(record, instance, subject);
    },
  };
}

function instancesOf({ containers }: WorldRecords): Map<Guid, ItemInstance[]> {
  const stacks = [...containers.values()].flatMap(({ slots }) => Object.values(slots));
  return Map.groupBy(
    stacks.flatMap(({ instance }) => instance ?? []),
    ({ id }) => id,
  );
}

function newRecord(
  job: ChangeJob,
  instance: ItemInstance,
  itemId: string,
  subject: string,
): SaveDynamicItem | Refused {
  // A save tells eggs from other items by the name alone.
  if ((instance.kind === 'egg') !== itemId.toLowerCase().startsWith('palegg')) {
    return {
      refusals: [`${subject} has the state of ${ARTICLES[instance.kind]}, which that item cannot have`],
    };
  }
  const expected = job.catalogue.items.find(itemId)?.dynamic;
  if (expected !== undefined && expected !== instance.kind) {
    return {
      refusals: [`${subject} has the state of ${ARTICLES[instance.kind]}, which that item cannot have`],
    };
  }
  const refusals = instanceRefusals(instance, subject);
  if (refusals.length > 0) return { refusals };
  const { id } = instance;
  if (instance.kind === 'egg') {
    const egg = toSaveEgg(job, instance, subject);
    return 'refusals' in egg ? egg : { id, itemId, body: egg };
  }
  if (instance.kind === 'armor')
    return { id, itemId, body: { kind: 'armor', durability: instance.durability } };
  const { durability, bullets, passives } = instance;
  return {
    id,
    itemId,
    body: { kind: 'weapon', durability, bullets, passives: [...passives], ammoItemId: 'None' },
  };
}

const ARTICLES = { weapon: 'a weapon', armor: 'an armour', egg: 'an egg' };

function changedRecord(
  record: SaveDynamicItem,
  instance: ItemInstance,
  subject: string,
): SaveDynamicItem | Refused {
  const { body } = record;
  const refusals = instanceRefusals(instance, subject);
  if (refusals.length > 0) return { refusals };
  if (body.kind === 'weapon' && instance.kind === 'weapon') {
    const { durability, bullets, passives } = instance;
    return { ...record, body: { ...body, durability, bullets, passives: [...passives] } };
  }
  if (body.kind === 'armor' && instance.kind === 'armor') {
    return { ...record, body: { ...body, durability: instance.durability } };
  }
  return { refusals: [`${subject} has another Pal or kind of state than in the save: no edit changes that`] };
}

function instanceRefusals(instance: ItemInstance, subject: string): string[] {
  if (instance.kind === 'egg') return [];
  const { durability } = instance;
  if (!Number.isFinite(Math.fround(durability)))
    return [`${subject} would have the durability ${durability}`];
  if (instance.kind === 'armor') return [];
  return [rangeRefusal(subject, 'bullets', instance.bullets, INT32)].filter(
    (refusal) => refusal !== undefined,
  );
}
