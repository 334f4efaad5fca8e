import type { TreeProperty } from '../tree/property-tree.ts';
import { type PlayerFileEdit, SaveEditError, wholeNumber } from './edits.ts';
import { intProperty, mapProperty, namesProperty, structProperty } from './make-property.ts';
import {
  elementsOf,
  entriesOf,
  findProperty,
  orderOf,
  setOrRemoveProperty,
  setProperty,
  structAt,
  textOf,
} from './property-list.ts';
import type { SaveEditor } from './save-editor.ts';

/** The order of the properties of `SaveData`, the same in the files of all eras. */
const SAVE_DATA_ORDER = orderOf(`
PlayerUId IndividualId LastTransform PlayerCharacterMakeData OtomoCharacterContainerId OtomoOrder
InventoryInfo TechnologyPoint bossTechnologyPoint UnlockedRecipeTechnologyNames PalStorageContainerId
RecordData SkinInventoryInfo bIsSelectedInitMapPoint OrderedQuestArray CompletedQuestArray
OrderedQuestArray_FullRelease CompletedQuestArray_FullRelease LastOnlineDateTime PlayerPlatform
`);

/** Edits a file of Players/ (docs/save-format.md#player-files). */
export function editPlayerFile(editor: SaveEditor, edit: PlayerFileEdit): void {
  const saveData = editor.playerFiles.saveData(edit.file);
  const { technologies, technologyPoints, ancientTechnologyPoints, relics } = edit;
  if (technologies !== undefined) setTechnologies(saveData, technologies);
  if (technologyPoints !== undefined) setPoints(saveData, 'TechnologyPoint', technologyPoints);
  if (ancientTechnologyPoints !== undefined)
    setPoints(saveData, 'bossTechnologyPoint', ancientTechnologyPoints);
  if (relics !== undefined) setRelics(saveData, relics, editor.era === 'D');
}

/** Ids in the file keep their spelling and position; new ids are appended. */
function setTechnologies(saveData: TreeProperty[], technologies: readonly string[]): void {
  const name = 'UnlockedRecipeTechnologyNames';
  const requested = new Map(technologies.map((id) => [id.toLowerCase(), id]));
  if (requested.has('') || requested.has('none'))
    throw new SaveEditError('a technology without a name cannot be learned');
  const present = findProperty(saveData, name);
  const stored = present === undefined ? [] : elementsOf(present.value).map(textOf);
  const retained = stored.filter((id) => requested.has(id.toLowerCase()));
  for (const id of retained) requested.delete(id.toLowerCase());
  const all = [...retained, ...requested.values()];
  if (present === undefined && all.length === 0) return;
  setProperty(saveData, SAVE_DATA_ORDER, namesProperty(name, all));
}

function setPoints(saveData: TreeProperty[], name: string, points: number): void {
  const type = findProperty(saveData, name)?.type ?? 'IntProperty';
  const value = wholeNumber(type, points, name);
  setOrRemoveProperty(saveData, SAVE_DATA_ORDER, { ...intProperty(name, 0), value }, points === 0);
}

const ENUM = 'EPalRelicType::';
/** The Lifmunk effigies, which alone existed before 1.0 and are still counted apart. */
const CAPTURE_POWER = 'CapturePower';
const RELIC_TYPES: ReadonlySet<string> = new Set(
  `${CAPTURE_POWER} HungerReduction SwimSpeed FoodDecayReduction JumpPower GliderSpeed ClimbSpeed
StatusAilmentResist StaminaReduction SphereHoming ExpBonus RainbowPassiveRate MoveSpeed`.split(/\s+/),
);

/** The order of the properties of `RecordData` from the relics on; all others come before them. */
const RECORD_DATA_ORDER = orderOf(`
RelicObtainForInstanceFlag RelicPossessNum RelicPossessNumMap RelicObtainForInstanceFlagByType
NoteObtainForInstanceFlag ItemPickupObtainForInstanceFlag FastTravelPointUnlockFlag CraftItemCount
NormalDungeonClearCount FixedDungeonClearCount PalRankupCount OilrigClearCount FindAreaFlagMap
AreaBonusExpTableIndex CompletedEmoteNPCIDArray NPCTalkCountMap InvokeNPCNetworkEventMap
CampConqueredCount FoundTreasureCount PalDisplayNPCDataTableProgress NPCItemTradeFlag
NPCAchivementRewardFlag AreaBarrierUnlockFlags UnlockedWorldMapFlags BossDefeatExpBonusTableIndex
RelicBonusExpTableIndex NoteBonusExpTableIndex ItemPickupBonusExpTableIndex FastTravelBonusExpTableIndex
bCaptureCompletionRelicFixupDone bFieldBossDefeatFlagResetDone
`);

/** Sets relics in hand, not the collected ones. Throws a `SaveEditError` for a type unknown to the save. */
function setRelics(saveData: TreeProperty[], relics: PlayerFileEdit['relics'], hasTypes: boolean): void {
  const counts = Object.entries(relics ?? {});
  if (findProperty(saveData, 'RecordData') === undefined) {
    if (counts.every(([, count]) => count === 0)) return;
    const empty = structProperty('RecordData', 'PalLoggedinPlayerSaveDataRecordData', []);
    setProperty(saveData, SAVE_DATA_ORDER, empty);
  }
  const records = structAt(saveData, 'RecordData');
  for (const [type, count] of counts) setRelic(records, type, count, hasTypes);
}

function setRelic(records: TreeProperty[], type: string, count: number, hasTypes: boolean): void {
  const value = wholeNumber('IntProperty', count, `the number of relics ${type}`) as number; // an Int is a number
  if (count < 0) throw new SaveEditError(`the number of relics ${type} cannot be ${count}`);
  if (hasTypes || findProperty(records, 'RelicPossessNumMap') !== undefined) setTyped(records, type, value);
  else if (type !== CAPTURE_POWER) throw new SaveEditError(`saves before 1.0 have no relics ${type}`);
  if (type !== CAPTURE_POWER) return;
  setOrRemoveProperty(records, RECORD_DATA_ORDER, intProperty('RelicPossessNum', value), value === 0);
}

/** An absent type is 0; the statue offers those that are present. New ones are appended. */
function setTyped(records: TreeProperty[], type: string, count: number): void {
  const key = `${ENUM}${type}`;
  const entries = typedRelics(records, count > 0);
  const entry = entries.find(([name]) => textOf(name).toLowerCase() === key.toLowerCase());
  if (entry !== undefined) entry[1] = count;
  else if (!RELIC_TYPES.has(type)) throw new SaveEditError(`the game has no relics ${type}`);
  else if (count > 0) entries.push([key, count]);
}

/** The entries of the map by type, which is inserted with the effigies in hand when it is needed and absent. */
function typedRelics(records: TreeProperty[], needed: boolean): ReturnType<typeof entriesOf> {
  const present = findProperty(records, 'RelicPossessNumMap');
  if (present !== undefined) return entriesOf(present.value);
  if (!needed) return [];
  const effigies = findProperty(records, 'RelicPossessNum');
  const entries: ReturnType<typeof entriesOf> = [];
  const types = ['EnumProperty', 'IntProperty'] as const;
  setProperty(records, RECORD_DATA_ORDER, mapProperty('RelicPossessNumMap', types, entries));
  if (effigies !== undefined && effigies.value !== 0)
    entries.push([`${ENUM}${CAPTURE_POWER}`, effigies.value]);
  return entries;
}
