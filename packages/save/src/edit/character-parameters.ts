import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCharacter, SaveGuid } from '../format/save-types.ts';
import { msToTicks } from '../format/ticks.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import type { CharacterCensus } from './character-census.ts';
import { SaveEditError, wholeNumber } from './edits.ts';
import {
  dateTimeProperty,
  enumsProperty,
  fixedPointProperty,
  floatProperty,
  guidProperty,
  guidsProperty,
  int64Property,
  intProperty,
} from './make-property.ts';
import {
  elementsOf,
  findProperty,
  listOf,
  NO_ORDER,
  orderOf,
  removeProperty,
  setProperty,
  textOf,
} from './property-list.ts';

/** The fields of a character that are its own properties: all but its identity, its owner and its place. */
export type ParameterFields = Partial<
  Omit<SaveCharacter, 'instanceId' | 'playerUid' | 'isPlayer' | 'groupId' | 'ownerPlayerUid' | 'slot'>
>;

/** Properties of a character, changed in place: absent ones as the file spells and orders them, none at its default. */
export class CharacterParameters {
  readonly list: TreeProperty[];
  readonly #census: () => CharacterCensus;
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
    const { name } = this.has(fresh.name) ? fresh : this.#census().shape(fresh.name);
    setProperty(this.list, PARAMETER_ORDER, { ...fresh, name });
  }

  /** Sets a whole number in the type that the file uses. Throws a `SaveEditError` when out of its range. */
  setNumber(name: string, value: number, fallback = 0): void {
    if (value === fallback) return this.remove(name);
    const type = findProperty(this.list, name)?.type ?? this.#census().shape(name).type;
    const number = wholeNumber(type, value, `${name} of ${this.#name}`);
    const types = type === 'ByteProperty' ? ['None'] : [];
    this.set({ ...intProperty(name, 0), type, types, value: number });
  }

  setFloat(name: string, value: number, fallback: number): void {
    if (!Number.isFinite(value)) throw new SaveEditError(`${name} of ${this.#name} cannot be ${value}`);
    this.put(floatProperty(name, value), Math.fround(value) === fallback);
  }

  /** Points, which the save holds in thousandths; null and 0 are left out. */
  setFixed(name: string, value: number | null): void {
    if (value === null || value === 0) return this.remove(name);
    const thousandths = Math.round(value * 1000);
    if (!Number.isSafeInteger(thousandths))
      throw new SaveEditError(`${name} of ${this.#name} cannot be ${value}`);
    const present = findProperty(this.list, name);
    if (present === undefined) return this.set(fixedPointProperty(name, value));
    setProperty(listOf(present.value), NO_ORDER, int64Property('Value', BigInt(thousandths)));
  }

  /** Sets a property, or leaves it out because its value is the default. */
  put(fresh: TreeProperty, isDefault: boolean): void {
    if (isDefault) this.remove(fresh.name);
    else this.set(fresh);
  }

  setEnums(name: string, enumType: string, values: readonly string[]): void {
    if (values.includes('None')) throw new SaveEditError(`${name} of ${this.#name} cannot hold None`);
    this.set(enumsProperty(name, enumType, values));
  }

  guid(name: string): SaveGuid {
    const value = findProperty(this.list, name)?.value;
    return typeof value === 'string' ? value : ZERO_GUID;
  }

  refuse(name: string): never {
    throw new SaveEditError(`${name} of ${this.#name} cannot be changed: only saves of 2024 hold it`);
  }
}

/** No save has two of these in the opposite order (docs/save-format.md#rules-for-edits). */
const PARAMETER_ORDER = orderOf(`
CharacterID Gender UniqueNPCID Level Rank RankUpExp Rank_HP Rank_Attack Rank_Defence Rank_CraftSpeed Exp
IsRarePal NickName FilteredNickName bIsAwakening EquipWaza MasteredWaza Hp Talent_HP Talent_Melee
Talent_Shot Talent_Defense FullStomach PhysicalHealth IsPlayer ShieldHP WorkerSick PassiveSkillList MP
OwnedTime OwnerPlayerUId OldOwnerPlayerUIds MaxHP Support CraftSpeed CraftSpeeds MaxSP HungerType
SanityValue EquipItemContainerId ItemContainerId bApplyShieldDamage BaseCampWorkerEventType
BaseCampWorkerEventProgressTime SlotId MaxFullStomach UnusedStatusPoint GotStatusPointList
DecreaseFullStomachRates AffectSanityRates CraftSpeedRates GotExStatusPointList LastJumpedLocation
CurrentWorkSuitability FoodRegeneEffectInfo bAppliedDeathPenarty VoiceID FoodWithStatusEffect
Tiemr_FoodWithStatusEffect FavoriteIndex WorkSuitabilityOptionInfo
MapObjectConcreteInstanceIdAssignedToExpedition SkinAppliedCharacterId SkinName
GotWorkSuitabilityAddRankList ArenaRestoreParameter bImportedCharacter LastNickNameModifierPlayerUid
FriendshipPoint FriendshipOtomoSec FriendshipActiveOtomoSec FriendshipBasecampSec
ExpTableMigrationVersion bFavoriteChangedByFriendship bDisableSaleInPalLost bIsExcludedFromTeamMission
`);

/** Sets the owner of a Pal and appends it to the former ones. A worker of a camp has only the list. */
export function setOwner(parameters: CharacterParameters, owner: SaveGuid, nowMs: number): void {
  if (owner === ZERO_GUID) {
    parameters.remove('OwnedTime');
    parameters.remove('OwnerPlayerUId');
    return;
  }
  if (!parameters.has('OwnedTime')) parameters.set(dateTimeProperty('OwnedTime', msToTicks(nowMs)));
  parameters.set(guidProperty('OwnerPlayerUId', owner));
  const owners = findProperty(parameters.list, 'OldOwnerPlayerUIds');
  if (owners === undefined) return parameters.set(guidsProperty('OldOwnerPlayerUIds', [owner]));
  const uids = elementsOf(owners.value);
  const last = uids.at(-1);
  if (last === undefined || textOf(last) !== owner) uids.push(owner);
}
