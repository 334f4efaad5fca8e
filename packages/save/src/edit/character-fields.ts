import type { SaveEra } from '../format/save-era.ts';
import type { SaveCharacter } from '../format/save-types.ts';
import type { CharacterParameters, ParameterFields } from './character-parameters.ts';
import { boolProperty, enumsProperty, floatProperty, structProperty } from './make-property.ts';
import { setStatusPoints, setWorkSuitabilities } from './parameter-rows.ts';
import { findProperty, listOf, removeProperty, setProperty } from './property-list.ts';

type Setter<K extends keyof ParameterFields> = (
  parameters: CharacterParameters,
  value: SaveCharacter[K],
  era: SaveEra,
) => void;

/** Sets the named fields of a character, in the order given. Throws a `SaveEditError` for what the save does not hold. */
export function setFields(parameters: CharacterParameters, fields: ParameterFields, era: SaveEra): void {
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const set = SETTERS[field as keyof ParameterFields] as Setter<never>; // each setter takes its own field's type
    set(parameters, value as never, era);
  }
}

/** How each field is written (palworld-save 5, save-writing 4 c). */
const SETTERS: { readonly [K in keyof Required<ParameterFields>]: Setter<K> } = {
  characterId: (parameters, value) => parameters.setName('CharacterID', value),
  uniqueNpcId: (parameters, value) => parameters.setName('UniqueNPCID', value),
  nickname: setNickname,
  gender: (parameters, value) => parameters.setEnum('Gender', 'EPalGenderType', value, 'None'),
  level: (parameters, value) => parameters.setNumber('Level', value, 1),
  exp: (parameters, value) => parameters.setNumber('Exp', value),
  rank: (parameters, value) => parameters.setNumber('Rank', value, 1),
  rankUpExp: (parameters, value) => parameters.setNumber('RankUpExp', value),
  souls: (parameters, { health, attack, defense, craftSpeed }) => {
    parameters.setNumber('Rank_HP', health);
    parameters.setNumber('Rank_Attack', attack);
    parameters.setNumber('Rank_Defence', defense);
    parameters.setNumber('Rank_CraftSpeed', craftSpeed);
  },
  ivs: (parameters, { health, attackMelee, attackShot, defense }, era) => {
    parameters.setNumber('Talent_HP', health);
    // Since 2025 there is no melee talent, and nobody misses it.
    if (era === 'A' || parameters.has('Talent_Melee')) parameters.setNumber('Talent_Melee', attackMelee);
    parameters.setNumber('Talent_Shot', attackShot);
    parameters.setNumber('Talent_Defense', defense);
  },
  isRare: (parameters, value) => parameters.setFlag('IsRarePal', value),
  isAwakened: (parameters, value) => parameters.setFlag('bIsAwakening', value),
  isImported: (parameters, value) => parameters.setFlag('bImportedCharacter', value),
  passives: (parameters, value) => parameters.setNames('PassiveSkillList', value),
  equippedSkills: setEquippedSkills,
  masteredSkills: setMasteredSkills,
  hp: (parameters, value) => parameters.setFixed('Hp', value),
  shield: (parameters, value) => parameters.setFixed('ShieldHP', value),
  mp: (parameters, value, era) => {
    assertOf2024(parameters, 'MP', value, era);
    parameters.setFixed('MP', value);
  },
  maxHp: (parameters, value, era) => {
    assertOf2024(parameters, 'MaxHP', value, era);
    parameters.setFixed('MaxHP', value);
  },
  maxSp: (parameters, value, era) => {
    assertOf2024(parameters, 'MaxSP', value, era);
    parameters.setFixed('MaxSP', value);
  },
  stomach: (parameters, value) => parameters.setFloat('FullStomach', value, 100),
  maxStomach: (parameters, value, era) => {
    assertOf2024(parameters, 'MaxFullStomach', value, era);
    if (value === null) parameters.remove('MaxFullStomach');
    else parameters.set(floatProperty('MaxFullStomach', value));
  },
  sanity: (parameters, value) => parameters.setFloat('SanityValue', value, 100),
  craftSpeed: (parameters, value, era) => setOldNumber(parameters, 'CraftSpeed', value, era),
  support: (parameters, value, era) => setOldNumber(parameters, 'Support', value, era),
  physicalHealth: (parameters, value) =>
    parameters.setEnum('PhysicalHealth', 'EPalStatusPhysicalHealthType', value, 'Healthful'),
  workerSick: (parameters, value) =>
    parameters.setEnum('WorkerSick', 'EPalBaseCampWorkerSickType', value, 'None'),
  friendshipPoints: (parameters, value) => parameters.setNumber('FriendshipPoint', value),
  statusPoints: (parameters, value) => setStatusPoints(parameters, 'GotStatusPointList', value),
  extraStatusPoints: (parameters, value) => setStatusPoints(parameters, 'GotExStatusPointList', value),
  unusedStatusPoints: (parameters, value) => parameters.setNumber('UnusedStatusPoint', value),
  extraWorkSuitabilities: setWorkSuitabilities,
  disabledWork: setDisabledWork,
  allowBaseCampBattle: setBaseCampBattle,
  skinId: setSkin,
};

/** Saves of 2024 have no filtered name; since then both stand side by side and are the same. */
function setNickname(parameters: CharacterParameters, value: string, era: SaveEra): void {
  parameters.setText('NickName', value);
  if (era !== 'A' || parameters.fileHas('FilteredNickName')) parameters.setText('FilteredNickName', value);
}

/** The list is there even when it is empty. */
function setEquippedSkills(parameters: CharacterParameters, value: readonly string[]): void {
  if (value.length > 0 || parameters.has('EquipWaza')) parameters.setEnums('EquipWaza', 'EPalWazaID', value);
}

function setMasteredSkills(parameters: CharacterParameters, value: readonly string[]): void {
  if (value.length > 0) parameters.setEnums('MasteredWaza', 'EPalWazaID', value);
  else parameters.remove('MasteredWaza');
}

function setOldNumber(
  parameters: CharacterParameters,
  name: string,
  value: number | null,
  era: SaveEra,
): void {
  assertOf2024(parameters, name, value, era);
  if (value === null) parameters.remove(name);
  else parameters.setNumber(name, value, Number.NaN);
}

function assertOf2024(
  parameters: CharacterParameters,
  name: string,
  value: number | null,
  era: SaveEra,
): void {
  if (value !== null && era !== 'A' && !parameters.has(name)) parameters.refuse(name);
}

const WORK_OPTIONS = 'WorkSuitabilityOptionInfo';
const DISABLED_WORK = 'OffWorkSuitabilityList';
const BATTLE = 'bAllowBaseCampBattle';

function setDisabledWork(parameters: CharacterParameters, disabled: readonly string[]): void {
  editWorkOptions(parameters, (options) => {
    if (disabled.length === 0) return removeProperty(options, DISABLED_WORK);
    const make = () => enumsProperty(DISABLED_WORK, 'EPalWorkSuitability', disabled);
    setProperty(options, [DISABLED_WORK, BATTLE], make, make().value);
  });
}

function setBaseCampBattle(parameters: CharacterParameters, allowed: boolean): void {
  editWorkOptions(parameters, (options) => {
    if (allowed) removeProperty(options, BATTLE);
    else setProperty(options, [DISABLED_WORK, BATTLE], () => boolProperty(BATTLE, false), false);
  });
}

/** The struct is left out while all of its properties have their defaults. */
function editWorkOptions(
  parameters: CharacterParameters,
  edit: (options: NonNullable<ReturnType<typeof listOf>>) => void,
): void {
  const present = findProperty(parameters.list, WORK_OPTIONS);
  const options = present === undefined ? [] : listOf(present.value);
  edit(options);
  if (options.length === 0) parameters.remove(WORK_OPTIONS);
  else if (present === undefined)
    parameters.set(structProperty(WORK_OPTIONS, 'PalWorkSuitabilityPreferenceInfo', options));
}

/** A skin comes with the uid of the player who put it on. */
function setSkin(parameters: CharacterParameters, skinId: string): void {
  parameters.setName('SkinName', skinId);
  if (!parameters.has('SkinName')) parameters.remove('SkinAppliedCharacterId');
  else if (!parameters.has('SkinAppliedCharacterId')) {
    parameters.setGuid('SkinAppliedCharacterId', parameters.guid('OwnerPlayerUId'));
  }
}
