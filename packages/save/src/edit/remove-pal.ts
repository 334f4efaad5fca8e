import type { SaveGuid } from '../format/save-types.ts';
import type { CharacterParameters } from './character-parameters.ts';
import { openCharacter } from './character-records.ts';
import { vacateSlot } from './character-slots.ts';
import { releaseItems } from './item-container.ts';
import { findProperty, listOf, textOf } from './property-list.ts';
import { type RemovePalEdit, SaveEditError } from './save-edit.ts';
import type { SaveEditor } from './save-editor.ts';

/** Removes a Pal with its slot, its handle and its own containers (save-writing 4 c). Its work is removed at the end. */
export function removePal(editor: SaveEditor, { instanceId }: RemovePalEdit): void {
  const { level, guilds, removed, removedPals } = editor;
  const { name, isPlayer, slot, parameters } = openCharacter(editor, instanceId);
  if (isPlayer) throw new SaveEditError(`${name} is a player, and only Pals can be removed`);
  if (parameters.has('MapObjectConcreteInstanceIdAssignedToExpedition')) {
    throw new SaveEditError(`${name} is on an expedition, and its station would go on naming it`);
  }
  if (slot !== null) vacateSlot(editor, slot, instanceId);
  guilds.remove(instanceId);
  for (const id of ownContainers(parameters)) removeContainer(editor, id);
  level.section('CharacterSaveParameterMap').remove(instanceId);
  removedPals.add(instanceId);
  removed.set(instanceId, `the Pal ${name} ${instanceId}`);
}

function ownContainers({ list }: CharacterParameters): SaveGuid[] {
  return ['ItemContainerId', 'EquipItemContainerId'].flatMap((name) => {
    const container = findProperty(list, name);
    const id = container && findProperty(listOf(container.value), 'ID');
    return id === undefined ? [] : [textOf(id.value)];
  });
}

/** Some Pals name a container that the game has removed already. */
function removeContainer(editor: SaveEditor, id: SaveGuid): void {
  if (!editor.level.has('ItemContainerSaveData')) return;
  const section = editor.level.section('ItemContainerSaveData');
  if (!section.has(id)) return;
  releaseItems(editor, id);
  section.remove(id);
}
