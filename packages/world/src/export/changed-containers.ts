import { type Guid, ZERO_GUID } from '@palatine/contract';
import type { SaveItemSlot, SaveStack } from '@palatine/save';
import { stackSize } from '../catalogue/index.ts';
import { MAX_SLOTS } from '../import/import-job.ts';
import type { Container, ItemStack } from '../state/model.ts';
import type { ChangeJob } from './change-job.ts';
import { type ItemInstances, itemInstances } from './item-instances.ts';
import { differingSlots, isSameContainer } from './same-in-save.ts';
import { AMOUNT, inWords, rangeRefusal } from './save-ranges.ts';
import { changesBetween } from './world-records.ts';

/** Finds containers of items whose slots or capacity differ: one edit for each. */
export function findChangedContainers(job: ChangeJob): void {
  const { before, after, save, names, refusals } = job;
  const instances = itemInstances(job);
  const changes = changesBetween(before.containers, after.containers, isSameContainer(save.era));
  for (const { key, before: was, after: now } of changes) {
    if (was !== undefined && now !== undefined) changeContainer(job, instances, was, now);
    else if (was === undefined) refusals.push(`${names.container(key)} is new: no edit makes a container`);
    else refusals.push(`${names.container(key)} is gone: no edit removes a container alone`);
  }
}

function changeContainer(job: ChangeJob, instances: ItemInstances, was: Container, now: Container): void {
  const { save, edits, refusals } = job;
  const problems = capacityRefusals(job, was, now);
  const slots = new Map<number, SaveStack | null>();
  const storedSlots = job.stored.containers.get(was.id)?.slots ?? [];
  const inSlot = Map.groupBy(storedSlots, ({ index }) => index);
  for (const slot of differingSlots(was, now, save.era)) {
    const change = stackOf(job, instances, { was, now }, slot, inSlot.get(slot) ?? []);
    if (Array.isArray(change)) problems.push(...change);
    else slots.set(slot, change);
  }
  if (problems.length === 0) {
    const capacity = now.capacity === was.capacity ? {} : { capacity: now.capacity };
    edits.push({ kind: 'itemContainer', containerId: was.id, ...capacity, slots });
  }
  refusals.push(...problems);
}

function capacityRefusals(
  { names }: ChangeJob,
  was: Container,
  { id, capacity, slots }: Container,
): string[] {
  if (capacity === was.capacity) return [];
  const name = names.container(id);
  const refusal = rangeRefusal(name, 'slots', capacity, { min: 0, max: MAX_SLOTS });
  if (refusal !== undefined) return [refusal];
  const beyond = Object.keys(slots).find((slot) => Number(slot) >= capacity);
  return beyond === undefined
    ? []
    : [`${name} would have ${capacity} slots, but holds items in slot ${beyond}`];
}

/** The new content of a slot, or why it has no place in the save. */
function stackOf(
  job: ChangeJob,
  instances: ItemInstances,
  { was, now }: Record<'was' | 'now', Container>,
  slot: number,
  stored: readonly SaveItemSlot[],
): SaveStack | null | string[] {
  const place = `slot ${slot} of ${job.names.container(now.id)}`;
  const [before, after] = [was.slots[slot], now.slots[slot]];
  const [inSave] = stored;
  if (stored.length > 1) return [`${place} is twice in the save, so no edit may change it`];
  if (inSave !== undefined && inSave.dynamicId !== ZERO_GUID && before?.instance === undefined) {
    return [
      `${place} holds ${inSave.itemId} whose state is lost or belongs to another slot, so no edit may change it`,
    ];
  }
  if (after === undefined) return null;
  const problems = stackRefusals(job, { place, slot, capacity: now.capacity }, after, before);
  if (problems.length > 0) return problems;
  const itemId = spelledAsStored(after.itemId, inSave?.itemId);
  if (after.instance === undefined) return { itemId, count: after.count, dynamic: null };
  const dynamic = instances.savedAs(after.instance, itemId, `${after.itemId} in ${place}`);
  return 'refusals' in dynamic ? [...dynamic.refusals] : { itemId, count: after.count, dynamic };
}

function stackRefusals(
  { catalogue }: ChangeJob,
  { place, slot, capacity }: { place: string; slot: number; capacity: number },
  { itemId, count, instance }: ItemStack,
  before: ItemStack | undefined,
): string[] {
  if (!Number.isInteger(slot) || slot < 0 || slot >= capacity)
    return [`${place} is beyond its ${capacity} slots`];
  if (itemId === '' || itemId === 'None') return [`${place} would hold no item, but a count of ${count}`];
  const outOfRange = rangeRefusal(place, itemId, count, { ...AMOUNT, min: 1 });
  if (outOfRange !== undefined) return [outOfRange];
  const item = catalogue.items.find(itemId);
  const limit = item === undefined ? AMOUNT.max : stackSize(item);
  const previous = before?.itemId === itemId ? before.count : 0;
  if (count > limit && count > previous) {
    return [`${place} would hold ${inWords(count)} ${itemId}, which stack to ${inWords(limit)}`];
  }
  if (instance !== undefined && count !== 1)
    return [`${place} would hold ${count} of one ${itemId} with a state`];
  const lacksState = item !== undefined && item.dynamic !== null && instance === undefined;
  if (lacksState && before?.itemId !== itemId)
    return [`${place} would hold ${itemId} without its state, which the game cannot use`];
  return [];
}

/** Saves may spell an id in another case; where the item stays, so does its spelling. */
function spelledAsStored(itemId: string, stored: Guid | undefined): string {
  return stored?.toLowerCase() === itemId.toLowerCase() ? stored : itemId;
}
