import type { SaveCharacter } from '@palatine/save';
import { characterOf } from '../import/characters.ts';
import type { Character } from '../state/model.ts';
import type { ChangeJob } from './change-job.ts';
import { differingFields } from './same-in-save.ts';
import { inWords } from './save-ranges.ts';

/** Labels of the fields of a character in sentences; by default the name of the field. */
const FIELD_NAMES: Partial<Record<keyof Character, string>> = {
  uniqueNpcId: 'unique NPC id',
  skinId: 'skin',
  exp: 'EXP',
  shiny: 'luck',
  partnerSkillLevel: 'partner skill level',
  condensedPals: 'condensed Pals',
  ivs: 'IVs',
  hp: 'HP',
  mp: 'MP',
  sp: 'SP',
  maxStomach: 'maximum stomach',
  sanity: 'SAN',
  craftSpeed: 'work speed',
  physicalHealth: 'health',
  workerSick: 'sickness',
  friendshipPoints: 'friendship points',
  activeSkills: 'active skills',
  learntSkills: 'learnt skills',
  extraWorkSuitabilities: 'added work suitabilities',
  disabledWork: 'disabled work',
  unusedStatusPoints: 'unused status points',
  statusPoints: 'status points',
  ownerUid: 'owner',
  summoned: 'summon',
};

/** `the work speed 90`, for sentences. */
export function fieldInWords(field: keyof Character, { [field]: value }: Character): string {
  return `the ${FIELD_NAMES[field] ?? field} ${typeof value === 'number' ? inWords(value) : JSON.stringify(value)}`;
}

/** The fields that would be lost: the import would give the saved record another value than the character has. */
export function lostFields(
  { spelling, catalogue, save }: Pick<ChangeJob, 'spelling' | 'catalogue' | 'save'>,
  character: Character,
  saved: SaveCharacter,
): (keyof Character)[] {
  const back = characterOf({ spelling, catalogue }, saved, character.place);
  return differingFields(character, back, save.era);
}
