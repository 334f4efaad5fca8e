import { ZERO_GUID } from '@palatine/contract';
import type { SaveCharacter, SaveDynamicItem } from '@palatine/save';
import { BLANK_CHARACTER, type Character, type ItemInstance } from '../state/model.ts';
import type { ChangeJob } from './change-job.ts';
import { rangeRefusals } from './character-ranges.ts';
import { fieldInWords, lostFields } from './lost-fields.ts';
import { toSaveCharacter } from './to-save-character.ts';
import { vitalsRefusals } from './vitals.ts';

type Egg = Extract<ItemInstance, { kind: 'egg' }>;
type SaveEgg = Extract<SaveDynamicItem['body'], { kind: 'egg' }>;

/**
 * An egg as a save holds it: its Pal has a species, gender, skills, talents, passives, HP and stomach, and nothing else
 * (save-writing 4 d). A Pal with more than that is refused. `subject` names the egg.
 */
export function toSaveEgg(
  job: ChangeJob,
  { species, pal }: Egg,
  subject: string,
): SaveEgg | { refusals: string[] } {
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

/** The character with what a bred egg holds; everything else has its default. */
function inEgg(character: SaveCharacter): SaveCharacter {
  const { characterId, gender, equippedSkills, masteredSkills, hp, ivs, stomach, passives } = character;
  const fresh = toSaveCharacter({ ...BLANK_CHARACTER, id: ZERO_GUID }, 'D');
  return { ...fresh, characterId, gender, equippedSkills, masteredSkills, hp, ivs, stomach, passives };
}
