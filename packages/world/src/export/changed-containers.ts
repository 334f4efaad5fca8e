import { type Guid, ZERO_GUID } from '@palatine/contract';
import type { SaveStack } from '@palatine/save/edits';
import type { SaveCharacter, SaveDynamicItem, SaveItemSlot } from '@palatine/save/save-types';
import { stackSize } from '../catalogue/inventory-rules.ts';
import { MAX_SLOTS } from '../import/import-job.ts';
import {
  BLANK_CHARACTER,
  type Character,
  type Container,
  type ItemInstance,
  type ItemStack,
} from '../state/model.ts';
import type { ChangeJob } from './change-job.ts';
import { differingSlots, isSameContainer, isSameInstance } from './same-in-save.ts';
import { AMOUNT, INT32, inWords, rangeRefusal } from './save-ranges.ts';
import {
  fieldInWords,
  lostFields,
  rangeRefusals,
  toSaveCharacter,
  vitalsRefusals,
} from './to-save-character.ts';
import { changesBetween, type WorldRecords } from './world-records.ts';

/** Finds containers of items whose slots or capacity differ: one edit for each. */
export function findChangedContainers(job: ChangeJob): void {
  const { before, after, save, names, refusals } = job;
  const savedAs = instanceWriter(job);
  const changes = changesBetween(before.containers, after.containers, isSameContainer(save.era));
  for (const { key, before: was, after: now } of changes) {
    if (was !== undefined && now !== undefined) changeContainer(job, savedAs, was, now);
    else if (was === undefined) refusals.push(`${names.container(key)} is new: no edit makes a container`);
    else refusals.push(`${names.container(key)} is gone: no edit removes a container alone`);
  }
}

function changeContainer(job: ChangeJob, savedAs: SavedAs, was: Container, now: Container): void {
  const { save, edits, refusals } = job;
  const problems = capacityRefusals(job, was, now);
  const slots = new Map<number, SaveStack | null>();
  const storedSlots = job.stored.containers.get(was.id)?.slots ?? [];
  const inSlot = Map.groupBy(storedSlots, ({ index }) => index);
  for (const slot of differingSlots(was, now, save.era)) {
    const change = stackOf(job, savedAs, { was, now }, slot, inSlot.get(slot) ?? []);
    if (Array.isArray(change)) problems.push(...change);
    else slots.set(slot, change);
  }
  if (problems.length === 0) {
    const capacity = now.capacity === was.capacity ? {} : { capacity: now.capacity };
    edits.push({ kind: 'itemContainer', containerId: was.id, ...capacity, slots });
  }
  refusals.push(...problems);
}

function capacityRefusals({ names }: ChangeJob, was: Container, { id, capacity, slots }: Container) {
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
  savedAs: SavedAs,
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
  const dynamic = savedAs(after.instance, itemId, `${after.itemId} in ${place}`);
  return Array.isArray(dynamic) ? dynamic : { itemId, count: after.count, dynamic };
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

/** The state of a weapon, armor or egg as a save holds it, or why not. `subject` names the item in sentences. */
type SavedAs = (instance: ItemInstance, itemId: string, subject: string) => SaveDynamicItem | string[];

function instanceWriter(job: ChangeJob): SavedAs {
  const { before, after, save, stored } = job;
  const [earlier, later] = [instancesOf(before), instancesOf(after)];
  return (instance, itemId, subject) => {
    const { id } = instance;
    const record = stored.instances.get(id);
    const [was] = earlier.get(id) ?? [];
    if ((later.get(id) ?? []).length > 1) return [`${subject} has a state that another item has too`];
    if (record === undefined) return newRecord(job, instance, itemId, subject);
    if (was === undefined) return [`${subject} has the id of another item of the save`];
    // An unchanged item keeps its record of the save, with fields that the world does not know.
    if (isSameInstance(was, instance, save.era)) return record;
    return changedRecord(record, instance, subject);
  };
}

function instancesOf({ containers }: WorldRecords): Map<Guid, ItemInstance[]> {
  const stacks = [...containers.values()].flatMap(({ slots }) => Object.values(slots));
  return Map.groupBy(
    stacks.flatMap(({ instance }) => instance ?? []),
    ({ id }) => id,
  );
}

function newRecord(job: ChangeJob, instance: ItemInstance, itemId: string, subject: string) {
  // A save tells eggs from other items by the name alone.
  const isOtherKind = (instance.kind === 'egg') !== itemId.toLowerCase().startsWith('palegg');
  const expected = job.catalogue.items.find(itemId)?.dynamic;
  if (isOtherKind || (expected !== undefined && expected !== instance.kind)) {
    return [`${subject} has the state of ${ARTICLES[instance.kind]}, which that item cannot have`];
  }
  const refusals = instanceRefusals(instance, subject);
  const body = refusals.length > 0 ? refusals : newBody(job, instance, subject);
  return Array.isArray(body) ? body : { id: instance.id, itemId, body };
}

function newBody(
  job: ChangeJob,
  instance: ItemInstance,
  subject: string,
): SaveDynamicItem['body'] | string[] {
  if (instance.kind === 'egg') return toSaveEgg(job, instance, subject);
  if (instance.kind === 'armor') return { kind: 'armor', durability: instance.durability };
  const { durability, bullets, passives } = instance;
  return { kind: 'weapon', durability, bullets, passives: [...passives], ammoItemId: 'None' };
}

const ARTICLES = { weapon: 'a weapon', armor: 'a piece of armor', egg: 'an egg' };

function changedRecord(record: SaveDynamicItem, instance: ItemInstance, subject: string) {
  const { body } = record;
  const refusals = instanceRefusals(instance, subject);
  if (refusals.length > 0) return refusals;
  if (body.kind === 'weapon' && instance.kind === 'weapon') {
    const { durability, bullets, passives } = instance;
    return { ...record, body: { ...body, durability, bullets, passives: [...passives] } };
  }
  if (body.kind === 'armor' && instance.kind === 'armor') {
    return { ...record, body: { ...body, durability: instance.durability } };
  }
  return [`${subject} has another Pal or kind of state than in the save: no edit changes that`];
}

function instanceRefusals(instance: ItemInstance, subject: string): string[] {
  if (instance.kind === 'egg') return [];
  const { durability } = instance;
  if (!Number.isFinite(Math.fround(durability)))
    return [`${subject} would have the durability ${durability}`];
  if (instance.kind === 'armor') return [];
  const refusal = rangeRefusal(subject, 'bullets', instance.bullets, INT32);
  return refusal === undefined ? [] : [refusal];
}

type Egg = Extract<ItemInstance, { kind: 'egg' }>;
type SaveEgg = Extract<SaveDynamicItem['body'], { kind: 'egg' }>;

/**
 * An egg as a save holds it: its Pal has a species, gender, skills, talents, passives, HP and stomach, and nothing else
 * (docs/save-format.md#eggs). A Pal with more than that is refused. `subject` names the egg.
 */
function toSaveEgg(job: ChangeJob, { species, pal }: Egg, subject: string): SaveEgg | string[] {
  if (pal === null) return { kind: 'egg', characterId: species, character: null };
  if (pal.species !== species)
    return [`the egg ${subject} is one of ${species}, but a ${pal.species} is inside`];
  const character = inEgg(toSaveCharacter(pal, job.save.era));
  const inside = `the Pal in ${subject}`;
  const unfit = [...rangeRefusals(inside, character), ...vitalsRefusals(job.catalogue, inside, pal)];
  if (unfit.length > 0) return unfit;
  const lost = lostFields(job, pal, character);
  const refusals = lost
    .filter((field) => field !== 'id' && !(field === 'exp' && lost.includes('level')))
    .map((field) => lossInWords(subject, pal, field));
  return refusals.length > 0 ? refusals : { kind: 'egg', characterId: species, character };
}

function lossInWords(subject: string, pal: Character, field: keyof Character): string {
  if (field === 'level') return `the egg ${subject} holds a Pal of level ${pal.level}: eggs hatch at level 1`;
  return `the egg ${subject} holds a Pal with ${fieldInWords(field, pal)}, which no egg of a save holds`;
}

/** The character with the fields of a bred egg; all others have their defaults. */
function inEgg(character: SaveCharacter): SaveCharacter {
  const { characterId, gender, equippedSkills, masteredSkills, hp, ivs, stomach, passives } = character;
  const fresh = toSaveCharacter({ ...BLANK_CHARACTER, id: ZERO_GUID }, 'D');
  return { ...fresh, characterId, gender, equippedSkills, masteredSkills, hp, ivs, stomach, passives };
}
