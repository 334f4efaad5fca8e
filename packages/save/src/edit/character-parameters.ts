import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCharacter, SaveGuid } from '../format/save-types.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import type { CharacterCensus } from './character-census.ts';
import {
  boolProperty,
  enumProperty,
  enumsProperty,
  fixedPointProperty,
  floatProperty,
  guidProperty,
  int64Property,
  intProperty,
  nameProperty,
  namesProperty,
  strProperty,
} from './make-property.ts';
import { findProperty, listOf, removeProperty, setProperty } from './property-list.ts';
import { SaveEditError } from './save-edit.ts';
import { wholeNumber } from './whole-number.ts';

/** The fields of a character that are properties of its own: all but its identity, its owner and its place. */
export type ParameterFields = Partial<
  Omit<SaveCharacter, 'instanceId' | 'playerUid' | 'isPlayer' | 'groupId' | 'ownerPlayerUid' | 'slot'>
>;

/**
 * The properties of a character, which edits change in place: only the named ones, absent ones with the type and
 * spelling of the file at their place in the order of all saves, and none that has its default.
 */
export class CharacterParameters {
  readonly list: TreeProperty[];
  readonly #census: () => CharacterCensus;
  /** For messages. */
  readonly #name: string;

  /** `name` is the character's, for messages. */
  constructor(list: TreeProperty[], census: () => CharacterCensus, name: string) {
    this.list = list;
    this.#census = census;
    this.#name = name;
  }

  has(name: string): boolean {
    return findProperty(this.list, name) !== undefined;
  }

  /** Whether this character or any other of the file has the property. */
  fileHas(name: string): boolean {
    return this.has(name) || this.#census().has(name);
  }

  remove(name: string): void {
    removeProperty(this.list, name);
  }

  /** Sets a property to a value that is not its default. `fresh` is the property as the game tags it. */
  set(fresh: TreeProperty): void {
    const present = findProperty(this.list, fresh.name);
    const make = () =>
      present === undefined ? { ...fresh, name: this.#census().shape(fresh.name).name } : fresh;
    setProperty(this.list, PARAMETER_ORDER, make, fresh.value);
  }

  /** A whole number of whatever type the file gives it. Throws a `SaveEditError` for one that the type does not hold. */
  setNumber(name: string, value: number, fallback = 0): void {
    if (value === fallback) return this.remove(name);
    const type = findProperty(this.list, name)?.type ?? this.#census().shape(name).type;
    const number = wholeNumber(type, value, `${name} of ${this.#name}`);
    const types = type === 'ByteProperty' ? ['None'] : [];
    this.set({ ...intProperty(name, 0), type, types, value: number });
  }

  setFloat(name: string, value: number, fallback: number): void {
    if (!Number.isFinite(value)) throw new SaveEditError(`${name} of ${this.#name} cannot be ${value}`);
    if (Math.fround(value) === fallback) this.remove(name);
    else this.set(floatProperty(name, value));
  }

  /** Points, which the save holds in thousandths; null and 0 are left out. */
  setFixed(name: string, value: number | null): void {
    if (value === null || value === 0) return this.remove(name);
    const thousandths = Math.round(value * 1000);
    if (!Number.isSafeInteger(thousandths))
      throw new SaveEditError(`${name} of ${this.#name} cannot be ${value}`);
    const present = findProperty(this.list, name);
    if (present === undefined) return this.set(fixedPointProperty(name, value));
    setProperty(listOf(present.value), [], () => int64Property('Value', 0n), BigInt(thousandths));
  }

  setName(name: string, value: string): void {
    if (value === '' || value === 'None') this.remove(name);
    else this.set(nameProperty(name, value));
  }

  setText(name: string, value: string): void {
    if (value === '') this.remove(name);
    else this.set(strProperty(name, value));
  }

  setEnum(name: string, enumType: string, value: string, fallback: string): void {
    if (value === fallback) this.remove(name);
    else this.set(enumProperty(name, enumType, value));
  }

  setFlag(name: string, value: boolean): void {
    if (value) this.set(boolProperty(name, true));
    else this.remove(name);
  }

  /** A list that is left out when it is empty. */
  setNames(name: string, values: readonly string[]): void {
    if (values.length === 0) this.remove(name);
    else this.set(namesProperty(name, values));
  }

  setEnums(name: string, enumType: string, values: readonly string[]): void {
    if (values.includes('None')) throw new SaveEditError(`${name} of ${this.#name} cannot hold None`);
    this.set(enumsProperty(name, enumType, values));
  }

  setGuid(name: string, value: SaveGuid): void {
    if (value === ZERO_GUID) this.remove(name);
    else this.set(guidProperty(name, value));
  }

  guid(name: string): SaveGuid {
    const value = findProperty(this.list, name)?.value;
    return typeof value === 'string' ? value : ZERO_GUID;
  }

  /** Refuses a field that only saves of 2024 hold. */
  refuse(name: string): never {
    throw new SaveEditError(`${name} of ${this.#name} cannot be changed: only saves of 2024 hold it`);
  }
}

/**
 * The order of a character's properties. No two of them stand the other way round in any save (save-writing 3.5); the
 * skin, which that list has behind the last name modifier, stands before it in the saves that have both.
 */
const PARAMETER_ORDER = [
  'CharacterID',
  'Gender',
  'UniqueNPCID',
  'Level',
  'Rank',
  'RankUpExp',
  'Rank_HP',
  'Rank_Attack',
  'Rank_Defence',
  'Rank_CraftSpeed',
  'Exp',
  'IsRarePal',
  'NickName',
  'FilteredNickName',
  'bIsAwakening',
  'EquipWaza',
  'MasteredWaza',
  'Hp',
  'Talent_HP',
  'Talent_Melee',
  'Talent_Shot',
  'Talent_Defense',
  'FullStomach',
  'PhysicalHealth',
  'IsPlayer',
  'ShieldHP',
  'WorkerSick',
  'PassiveSkillList',
  'MP',
  'OwnedTime',
  'OwnerPlayerUId',
  'OldOwnerPlayerUIds',
  'MaxHP',
  'Support',
  'CraftSpeed',
  'CraftSpeeds',
  'MaxSP',
  'HungerType',
  'SanityValue',
  'EquipItemContainerId',
  'ItemContainerId',
  'bApplyShieldDamage',
  'BaseCampWorkerEventType',
  'BaseCampWorkerEventProgressTime',
  'SlotId',
  'MaxFullStomach',
  'UnusedStatusPoint',
  'GotStatusPointList',
  'DecreaseFullStomachRates',
  'AffectSanityRates',
  'CraftSpeedRates',
  'GotExStatusPointList',
  'LastJumpedLocation',
  'CurrentWorkSuitability',
  'FoodRegeneEffectInfo',
  'bAppliedDeathPenarty',
  'VoiceID',
  'FoodWithStatusEffect',
  'Tiemr_FoodWithStatusEffect',
  'FavoriteIndex',
  'WorkSuitabilityOptionInfo',
  'MapObjectConcreteInstanceIdAssignedToExpedition',
  'SkinAppliedCharacterId',
  'SkinName',
  'GotWorkSuitabilityAddRankList',
  'ArenaRestoreParameter',
  'bImportedCharacter',
  'LastNickNameModifierPlayerUid',
  'FriendshipPoint',
  'FriendshipOtomoSec',
  'FriendshipActiveOtomoSec',
  'FriendshipBasecampSec',
  'ExpTableMigrationVersion',
  'bFavoriteChangedByFriendship',
  'bDisableSaleInPalLost',
  'bIsExcludedFromTeamMission',
] as const;
