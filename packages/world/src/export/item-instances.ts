import { type Guid, ZERO_GUID } from '@palatine/contract';
import type { SaveCharacter, SaveDynamicItem } from '@palatine/save';
import { BLANK_CHARACTER, type Character, type ItemInstance } from '../state/model.ts';
import type { ChangeJob } from './change-job.ts';
import { fieldInWords, lostFields } from './lost-fields.ts';
import { isSameInstance } from './same-in-save.ts';
import { INT32, rangeRefusal } from './save-ranges.ts';
import { rangeRefusals, toSaveCharacter, vitalsRefusals } from './to-save-character.ts';
import type { WorldRecords } from './world-records.ts';

type Refused = { readonly refusals: readonly string[] };

/** The states of weapons, armour and eggs as a save holds them. */
export type ItemInstances = ReturnType<typeof itemInstances>;

export function itemInstances(job: ChangeJob) {
  const { before, after, save, stored } = job;
  let cached: Record<'before' | 'after', Map<Guid, ItemInstance[]>> | undefined;

  return {
    /** `subject` names the item in sentences. */
    savedAs(instance: ItemInstance, itemId: string, subject: string): SaveDynamicItem | Refused {
      cached ??= { before: instancesOf(before), after: instancesOf(after) };
      const { id } = instance;
      const record = stored.instances.get(id);
      const [was] = cached.before.get(id) ?? [];
      if ((cached.after.get(id) ?? []).length > 1) {
        return { refusals: [`${subject} has a state that another item has too`] };
      }
      if (record === undefined) return newRecord(job, instance, itemId, subject);
      if (was === undefined) return { refusals: [`${subject} has the id of another item of the save`] };
      // An unchanged item keeps its record of the save, with fields that the world does not know.
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
  const isOtherKind = (instance.kind === 'egg') !== itemId.toLowerCase().startsWith('palegg');
  const expected = job.catalogue.items.find(itemId)?.dynamic;
  if (isOtherKind || (expected !== undefined && expected !== instance.kind)) {
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
  const refusal = rangeRefusal(subject, 'bullets', instance.bullets, INT32);
  return refusal === undefined ? [] : [refusal];
}

type Egg = Extract<ItemInstance, { kind: 'egg' }>;
type SaveEgg = Extract<SaveDynamicItem['body'], { kind: 'egg' }>;

/**
 * An egg as a save holds it: its Pal has a species, gender, skills, talents, passives, HP and stomach, and nothing else
 * (save-writing 4 d). A Pal with more than that is refused. `subject` names the egg.
 */
function toSaveEgg(job: ChangeJob, { species, pal }: Egg, subject: string): SaveEgg | { refusals: string[] } {
  if (pal === null) return { kind: 'egg', characterId: species, character: null };
  if (pal.species !== species) {
    return { refusals: [`the egg ${subject} is one of ${species}, but a ${pal.species} is inside`] };
  }
  const character = inEgg(toSaveCharacter(pal, job.save.era));
  const inside = `the Pal in ${subject}`;
  const unfit = [...rangeRefusals(inside, character), ...vitalsRefusals(job.catalogue, inside, pal)];
  if (unfit.length > 0) return { refusals: unfit };
  const lost = lostFields(job, pal, character);
  const refusals = lost
    .filter((field) => field !== 'id' && !(field === 'exp' && lost.includes('level')))
    .map((field) => lossInWords(subject, pal, field));
  return refusals.length > 0 ? { refusals } : { kind: 'egg', characterId: species, character };
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
