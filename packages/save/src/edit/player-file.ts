import type { TreeProperty } from '../tree/property-tree.ts';
import { intProperty, namesProperty } from './make-property.ts';
import { elementsOf, findProperty, setOrRemoveProperty, setProperty, textOf } from './property-list.ts';
import { setRelics } from './relics.ts';
import { type PlayerFileEdit, SaveEditError } from './save-edit.ts';
import type { SaveEditor } from './save-editor.ts';
import { wholeNumber } from './whole-number.ts';

/** The order of the properties of `SaveData`, the same in the files of all eras. */
const SAVE_DATA_ORDER = [
  'PlayerUId',
  'IndividualId',
  'LastTransform',
  'PlayerCharacterMakeData',
  'OtomoCharacterContainerId',
  'OtomoOrder',
  'InventoryInfo',
  'TechnologyPoint',
  'bossTechnologyPoint',
  'UnlockedRecipeTechnologyNames',
  'PalStorageContainerId',
  'RecordData',
  'SkinInventoryInfo',
  'bIsSelectedInitMapPoint',
  'OrderedQuestArray',
  'CompletedQuestArray',
  'OrderedQuestArray_FullRelease',
  'CompletedQuestArray_FullRelease',
  'LastOnlineDateTime',
  'PlayerPlatform',
];

/** Edits a file of Players/ (save-writing 4 f and g). */
export function editPlayerFile(editor: SaveEditor, edit: PlayerFileEdit): void {
  const saveData = editor.playerFiles.saveData(edit.file);
  const { technologies, technologyPoints, ancientTechnologyPoints, relics } = edit;
  if (technologies !== undefined) setTechnologies(saveData, technologies);
  if (technologyPoints !== undefined) setPoints(saveData, 'TechnologyPoint', technologyPoints);
  if (ancientTechnologyPoints !== undefined)
    setPoints(saveData, 'bossTechnologyPoint', ancientTechnologyPoints);
  if (relics !== undefined) setRelics(saveData, SAVE_DATA_ORDER, relics, editor.era === 'D');
}

/** What the file holds keeps its spelling and its place; new ids stand at the end. */
function setTechnologies(saveData: TreeProperty[], technologies: readonly string[]): void {
  const name = 'UnlockedRecipeTechnologyNames';
  const wanted = new Map(technologies.map((id) => [id.toLowerCase(), id]));
  if (wanted.has('') || wanted.has('none'))
    throw new SaveEditError('a technology without a name cannot be learnt');
  const present = findProperty(saveData, name);
  const stored = present === undefined ? [] : elementsOf(present.value).map(textOf);
  const kept = stored.filter((id) => wanted.has(id.toLowerCase()));
  for (const id of kept) wanted.delete(id.toLowerCase());
  const all = [...kept, ...wanted.values()];
  if (present === undefined && all.length === 0) return;
  const make = () => namesProperty(name, all);
  setProperty(saveData, SAVE_DATA_ORDER, make, make().value);
}

function setPoints(saveData: TreeProperty[], name: string, points: number): void {
  const type = findProperty(saveData, name)?.type ?? 'IntProperty';
  const value = wholeNumber(type, points, name);
  setOrRemoveProperty(saveData, SAVE_DATA_ORDER, () => intProperty(name, 0), value, points === 0);
}
