import type { SaveCharacter } from '../format/save-types.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { parametersOf, readCharacterBlob } from './character-blob.ts';
import type { CharacterParameters } from './character-parameters.ts';
import { SaveEditError } from './edits.ts';
import { fillPlainSlot, NO_STACK } from './item-slots.ts';
import { floatProperty } from './make-property.ts';
import { elementsAt, findProperty, listOf, requireProperty, textOf } from './property-list.ts';
import type { SaveEditor } from './save-editor.ts';

const CONTAINER = 'EquipItemContainerId';
/** Properties of every Pal of 2024 without a field here: a new one copies them from another. */
const CLONED = `MP MaxHP CraftSpeed CraftSpeeds MaxFullStomach DecreaseFullStomachRates AffectSanityRates
CraftSpeedRates ${CONTAINER}`.split(/\s+/);

/** Gives a new Pal what saves of 2024 store, and a container. Throws a `SaveEditError` without a model. */
export function cloneOf2024(editor: SaveEditor, parameters: CharacterParameters, pal: SaveCharacter): void {
  const sibling = siblingPal(editor);
  if (sibling === undefined) {
    throw new SaveEditError(
      `${pal.characterId} cannot be added: saves of 2024 need another Pal to copy from`,
    );
  }
  for (const name of CLONED) {
    const property = findProperty(sibling, name);
    if (property !== undefined) parameters.set(structuredClone(property));
  }
  const container = findProperty(parameters.list, CONTAINER);
  if (container !== undefined) giveOwnContainer(editor, listOf(container.value));
  parameters.setFixed('MaxHP', pal.maxHp ?? pal.hp);
  parameters.set(floatProperty('MaxFullStomach', pal.maxStomach ?? pal.stomach));
}

/** The first Pal of the save that has its own container, else the first one. */
function siblingPal({ level }: SaveEditor): readonly TreeProperty[] | undefined {
  const section = level.find('CharacterSaveParameterMap');
  let first: readonly TreeProperty[] | undefined;
  for (const id of section?.ids() ?? []) {
    const blob = section?.findBlob(id, []);
    const list = blob === undefined ? [] : parametersOf(readCharacterBlob(blob.bytes));
    if (findProperty(list, 'CharacterID') === undefined) continue;
    if (findProperty(list, CONTAINER) !== undefined) return list;
    first ??= list;
  }
  return first;
}

/** Copies the container, empties the copy and names it instead. */
function giveOwnContainer(editor: SaveEditor, container: TreeProperty[]): void {
  const id = requireProperty(container, 'ID');
  const section = editor.level.section('ItemContainerSaveData');
  const record = section.viewRecord(textOf(id.value));
  if (record === undefined) return; // some Pals name a container that the game has removed
  const copy = structuredClone(record);
  const newId = editor.newId();
  requireProperty(copy.key as TreeProperty[], 'ID').value = newId; // item containers are keyed by a list
  for (const slot of elementsAt(copy.properties, 'Slots')) fillPlainSlot(slot, NO_STACK);
  section.add(newId, copy);
  id.value = newId;
}
