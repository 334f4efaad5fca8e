import { ZERO_GUID } from '../format/guid.ts';
import type { SaveEra } from '../format/save-era.ts';
import type { SaveCharacter, SaveDynamicItem } from '../format/save-types.ts';
import { WarningLog } from '../format/warning-log.ts';
import { defaultCharacter, readCharacterBlob } from '../read/character.ts';
import { SaveReader } from '../read/save-reader.ts';
import { parametersOf, saveParameterOf, writeCharacterBlob } from './character-blob.ts';
import type { CharacterCensus } from './character-census.ts';
import { setFields } from './character-fields.ts';
import { CharacterParameters, type ParameterFields } from './character-parameters.ts';
import type { DynamicItemBody } from './dynamic-item-blob.ts';
import { SaveEditError } from './save-edit.ts';

export type Egg = Extract<SaveDynamicItem['body'], { kind: 'egg' }>;
type EggBody = Extract<DynamicItemBody, { kind: 'egg' }>;

/** What an egg needs of the save: how it writes characters. */
export interface EggContext {
  readonly era: SaveEra;
  readonly census: CharacterCensus;
}

/** What a Pal inside an egg tells of itself: no egg of any save holds more (save-writing 4 d). */
const HELD = [
  'characterId',
  'gender',
  'equippedSkills',
  'masteredSkills',
  'hp',
  'ivs',
  'stomach',
  'passives',
  'isRare',
] as const satisfies (keyof ParameterFields)[];

/**
 * The body of a new egg: with the Pal inside when it is rolled, else with its species only. Throws a `SaveEditError` for
 * what an egg cannot hold.
 */
export function newEgg(context: EggContext, egg: Egg): EggBody {
  const { characterId } = egg;
  if (characterId === '') throw new SaveEditError('the egg has no species');
  const properties = egg.character === null ? [] : [saveParameterOf(rolled(context, [], egg, egg.character))];
  return { kind: 'egg', characterId, properties, groupId: ZERO_GUID };
}

/** The body of an egg of the save with the changes of the Pal inside; what it holds beside that stays. */
export function changedEgg(context: EggContext, stored: EggBody, egg: Egg): EggBody {
  const sameSpecies = stored.characterId.toLowerCase() === egg.characterId.toLowerCase();
  const wasRolled = stored.properties.length > 0;
  if (!sameSpecies || egg.character === null || !wasRolled) {
    return sameSpecies && egg.character === null && !wasRolled ? stored : newEgg(context, egg);
  }
  rolled(context, parametersOf(stored), egg, egg.character, palIn(stored));
  return stored;
}

function rolled(
  { era, census }: EggContext,
  list: ReturnType<typeof parametersOf>,
  egg: Egg,
  pal: SaveCharacter,
  before: SaveCharacter = defaultCharacter(),
): ReturnType<typeof parametersOf> {
  const name = `the egg of ${egg.characterId}`;
  assertHeld(name, egg, pal, before);
  const parameters = new CharacterParameters(list, () => census, name);
  const fields = Object.fromEntries(HELD.map((field) => [field, pal[field]])) as ParameterFields; // the same fields
  setFields(parameters, fields, era);
  return parameters.list;
}

/** The Pal of an egg as the reader takes it. */
function palIn({ properties, groupId }: EggBody): SaveCharacter {
  const bytes = writeCharacterBlob({ properties, groupId, rest: new Uint8Array(0) });
  return readCharacterBlob(new SaveReader(bytes, '', new WarningLog())) ?? defaultCharacter();
}

/** A level, an owner or a name inside an egg was never seen: nobody knows what the game makes of it. */
function assertHeld(name: string, { characterId }: Egg, pal: SaveCharacter, before: SaveCharacter): void {
  if (pal.characterId.toLowerCase() !== characterId.toLowerCase()) {
    throw new SaveEditError(`${name} holds a ${pal.characterId}`);
  }
  const held: ReadonlySet<string> = new Set([...HELD, 'instanceId', 'playerUid', 'groupId']);
  for (const field of Object.keys(before) as (keyof SaveCharacter)[]) {
    if (held.has(field) || JSON.stringify(pal[field]) === JSON.stringify(before[field])) continue;
    throw new SaveEditError(
      `${name} cannot hold the ${field} ${JSON.stringify(pal[field])} of the Pal inside`,
    );
  }
}
