import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCharacter, SaveEra } from '../format/save-types.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import type { CharacterParameters, ParameterFields } from './character-parameters.ts';
import {
  boolProperty,
  enumProperty,
  enumsProperty,
  floatProperty,
  guidProperty,
  nameProperty,
  namesProperty,
  strProperty,
  structProperty,
} from './make-property.ts';
import { setStatusPoints, setWorkSuitabilities } from './parameter-rows.ts';
import { findProperty, listOf, orderOf, setOrRemoveProperty } from './property-list.ts';

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

/** Writer of each field (docs/save-format.md#characters). */
const SETTERS: { readonly [K in keyof Required<ParameterFields>]: Setter<K> } = {
  characterId: (parameters, value) => putName(parameters, 'CharacterID', value),
  uniqueNpcId: (parameters, value) => putName(parameters, 'UniqueNPCID', value),
  nickname: setNickname,
  gender: (parameters, value) =>
    parameters.put(enumProperty('Gender', 'EPalGenderType', value), value === 'None'),
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
    // Since 2025 there is no melee talent, and it is not needed.
    if (era === 'A' || parameters.has('Talent_Melee')) parameters.setNumber('Talent_Melee', attackMelee);
    parameters.setNumber('Talent_Shot', attackShot);
    parameters.setNumber('Talent_Defense', defense);
  },
  isRare: (parameters, value) => parameters.put(boolProperty('IsRarePal', true), !value),
  isAwakened: (parameters, value) => parameters.put(boolProperty('bIsAwakening', true), !value),
  isImported: (parameters, value) => parameters.put(boolProperty('bImportedCharacter', true), !value),
  passives: (parameters, value) =>
    parameters.put(namesProperty('PassiveSkillList', value), value.length === 0),
  // The list of equipped skills is there even when it is empty.
  equippedSkills: (parameters, value) => {
    if (value.length > 0 || parameters.has('EquipWaza'))
      parameters.setEnums('EquipWaza', 'EPalWazaID', value);
  },
  masteredSkills: (parameters, value) => {
    if (value.length === 0) parameters.remove('MasteredWaza');
    else parameters.setEnums('MasteredWaza', 'EPalWazaID', value);
  },
  hp: (parameters, value) => parameters.setFixed('Hp', value),
  shield: (parameters, value) => parameters.setFixed('ShieldHP', value),
  mp: of2024('MP', (parameters, value) => parameters.setFixed('MP', value)),
  maxHp: of2024('MaxHP', (parameters, value) => parameters.setFixed('MaxHP', value)),
  maxSp: of2024('MaxSP', (parameters, value) => parameters.setFixed('MaxSP', value)),
  stomach: (parameters, value) => parameters.setFloat('FullStomach', value, 100),
  maxStomach: of2024('MaxFullStomach', (parameters, value) =>
    parameters.set(floatProperty('MaxFullStomach', value)),
  ),
  sanity: (parameters, value) => parameters.setFloat('SanityValue', value, 100),
  craftSpeed: of2024('CraftSpeed', (parameters, value) =>
    parameters.setNumber('CraftSpeed', value, Number.NaN),
  ),
  support: of2024('Support', (parameters, value) => parameters.setNumber('Support', value, Number.NaN)),
  physicalHealth: (parameters, value) =>
    parameters.put(
      enumProperty('PhysicalHealth', 'EPalStatusPhysicalHealthType', value),
      value === 'Healthful',
    ),
  workerSick: (parameters, value) =>
    parameters.put(enumProperty('WorkerSick', 'EPalBaseCampWorkerSickType', value), value === 'None'),
  friendshipPoints: (parameters, value) => parameters.setNumber('FriendshipPoint', value),
  statusPoints: (parameters, value) => setStatusPoints(parameters, 'GotStatusPointList', value),
  extraStatusPoints: (parameters, value) => setStatusPoints(parameters, 'GotExStatusPointList', value),
  unusedStatusPoints: (parameters, value) => parameters.setNumber('UnusedStatusPoint', value),
  extraWorkSuitabilities: setWorkSuitabilities,
  disabledWork: (parameters, value) =>
    setWorkOption(parameters, enumsProperty(DISABLED_WORK, 'EPalWorkSuitability', value), value.length === 0),
  allowBaseCampBattle: (parameters, value) => setWorkOption(parameters, boolProperty(BATTLE, false), value),
  skinId: setSkin,
};

/** Saves of 2024 have no filtered name; since then there are both, and they are equal. */
function setNickname(parameters: CharacterParameters, value: string, era: SaveEra): void {
  parameters.put(strProperty('NickName', value), value === '');
  if (era !== 'A' || parameters.fileHas('FilteredNickName')) {
    parameters.put(strProperty('FilteredNickName', value), value === '');
  }
}

function putName(parameters: CharacterParameters, name: string, value: string): void {
  parameters.put(nameProperty(name, value), value === '' || value === 'None');
}

/** A setter of a value that only saves of 2024 hold; null removes it. */
function of2024(name: string, set: (parameters: CharacterParameters, value: number) => void) {
  return (parameters: CharacterParameters, value: number | null, era: SaveEra): void => {
    if (value === null) return parameters.remove(name);
    if (era !== 'A' && !parameters.has(name)) parameters.refuse(name);
    set(parameters, value);
  };
}

const WORK_OPTIONS = 'WorkSuitabilityOptionInfo';
const DISABLED_WORK = 'OffWorkSuitabilityList';
const BATTLE = 'bAllowBaseCampBattle';
const OPTIONS_ORDER = orderOf(`${DISABLED_WORK} ${BATTLE}`);

/** The struct is left out while all of its properties have their defaults. */
function setWorkOption(parameters: CharacterParameters, option: TreeProperty, isDefault: boolean): void {
  const present = findProperty(parameters.list, WORK_OPTIONS);
  const options = present === undefined ? [] : listOf(present.value);
  setOrRemoveProperty(options, OPTIONS_ORDER, option, isDefault);
  if (options.length === 0) parameters.remove(WORK_OPTIONS);
  else if (present === undefined)
    parameters.set(structProperty(WORK_OPTIONS, 'PalWorkSuitabilityPreferenceInfo', options));
}

/** A skin comes with the uid of the player who put it on. */
function setSkin(parameters: CharacterParameters, skinId: string): void {
  putName(parameters, 'SkinName', skinId);
  if (!parameters.has('SkinName')) parameters.remove('SkinAppliedCharacterId');
  else if (!parameters.has('SkinAppliedCharacterId')) {
    const owner = parameters.guid('OwnerPlayerUId');
    parameters.put(guidProperty('SkinAppliedCharacterId', owner), owner === ZERO_GUID);
  }
}
