import { guidFinder, ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { PLAYERS } from '../read/folder-files.ts';
import { type CampContents, campContents, removedIdentities } from './camp/camp-contents.ts';
import { withoutExpedition } from './camp/character-record.ts';
import { readConnector, withoutLinks, writeConnector } from './camp/connector.ts';
import { removeWorkAssignments, withoutCamp, withoutRepairWork } from './camp/object-model.ts';
import { readGroupLists, withoutListed } from './group-lists.ts';
import type { LevelEditor, SectionName } from './level-editor.ts';
import {
  elementsOf,
  findProperty,
  listOf,
  removeProperty,
  requireProperty,
  textOf,
} from './property-list.ts';
import type { DeleteCampEdit } from './save-edit.ts';
import type { SaveEditor } from './save-editor.ts';

/** A property of `RecordData` of a player file. */
const BUILDINGS = 'BuildingObjectMapObjectInstanceIds';

/**
 * Deletes a base camp with its workers and everything built in it; what the landscape put there stays (save-writing
 * 4 h). Ids that nothing may name any longer are added to `removed`. Throws a `SaveEditError` where the camp does not
 * exist or holds a player's Pal, and a `SaveError` for records that cannot be edited without loss.
 */
export function deleteCamp(editor: SaveEditor, { campId }: DeleteCampEdit): void {
  const { level, removed } = editor;
  const contents = campContents(level, campId);
  removeRecords(level, contents);
  leaveNaturalObjects(level, contents);
  endRepairs(level, contents);
  unlinkNeighbours(level, contents);
  removeWorkAssignments(level, new Set(contents.workers.keys()));
  endExpeditions(level, contents);
  removeFromGroups(level, contents);
  removeFromRecords(editor, contents);
  for (const [id, description] of removedIdentities(contents)) removed.set(id, description);
}

function removeRecords(level: LevelEditor, contents: CampContents): void {
  const remove = (name: SectionName, ids: Iterable<SaveGuid>) => {
    for (const id of ids) level.section(name).remove(id);
  };
  const { camp } = contents;
  remove('MapObjectSaveData', contents.objects.keys());
  remove('WorkSaveData', contents.works);
  remove('ItemContainerSaveData', contents.itemContainers);
  remove('DynamicItemSaveData', contents.dynamicItems);
  remove('CharacterContainerSaveData', contents.characterContainers);
  remove('CharacterSaveParameterMap', contents.workers.keys());
  remove('BaseCampSaveData', [camp.id]);
  // Saves of 2024 know no raids.
  if (level.find('InvaderSaveData')?.has(camp.id)) remove('InvaderSaveData', [camp.id]);
}

/** The rocks, logs and treasure boxes of the camp then look like those outside camps. */
function leaveNaturalObjects(level: LevelEditor, { camp, staying }: CampContents): void {
  for (const { instanceId, campId } of staying) {
    if (campId === camp.id) level.section('MapObjectSaveData').changeBlob(instanceId, ['Model'], withoutCamp);
  }
}

/** Objects that stay name no removed work for their repair. */
function endRepairs(level: LevelEditor, { works, staying }: CampContents): void {
  for (const { instanceId, repairWorkId } of staying) {
    if (works.has(repairWorkId))
      level.section('MapObjectSaveData').changeBlob(instanceId, ['Model'], withoutRepairWork);
  }
}

/** Buildings reach over the edge of a camp: those that stay lose their links to the removed ones. */
function unlinkNeighbours(level: LevelEditor, { objects, staying }: CampContents): void {
  const holder = ['Model', 'Connector'];
  const find = guidFinder(objects.keys());
  for (const { instanceId } of staying) {
    const connector = level.section('MapObjectSaveData').blob(instanceId, holder);
    if (connector === undefined || find(connector.bytes).size === 0) continue;
    level
      .section('MapObjectSaveData')
      .changeBlob(instanceId, holder, (blob) =>
        writeConnector(withoutLinks(readConnector(blob), objects), blob.versions),
      );
  }
}

/** Pals that a removed station sent out stay in their Palbox, without the expedition. */
function endExpeditions(level: LevelEditor, { travellers }: CampContents): void {
  for (const id of travellers) {
    level.section('CharacterSaveParameterMap').changeBlob(id, [], withoutExpedition);
  }
}

/** Groups list neither the camp, nor its palbox, nor its workers any more. */
function removeFromGroups(level: LevelEditor, { camp, objects, workers }: CampContents): void {
  const removed = new Set([camp.id, camp.palboxObjectId, ...objects.keys(), ...workers.keys()]);
  removed.delete(ZERO_GUID);
  const find = guidFinder(removed);
  const groups = level.section('GroupSaveDataMap');
  for (const id of groups.ids()) {
    const blob = groups.blob(id, []);
    if (blob === undefined || find(blob.bytes).size === 0) continue;
    const type = textOf(requireProperty(groups.require(id).properties, 'GroupType').value);
    groups.changeBlob(id, [], (group) => withoutListed(group, readGroupLists(group, type), removed));
  }
}

/** The record of a player lists the buildings that the player has built, until they are removed. */
function removeFromRecords({ files, playerFiles }: SaveEditor, { objects }: CampContents): void {
  const find = guidFinder(objects.keys());
  for (const { path, gvas } of files.values()) {
    if (!path.startsWith(`${PLAYERS}/`) || find(gvas).size === 0) continue;
    const record = findProperty(playerFiles.saveData(path), 'RecordData');
    const buildings = record && findProperty(listOf(record.value), BUILDINGS);
    if (record === undefined || buildings === undefined) continue;
    const rows = elementsOf(buildings.value);
    const remaining = rows.filter((id) => !objects.has(textOf(id)));
    rows.splice(0, rows.length, ...remaining);
    if (remaining.length === 0) removeProperty(listOf(record.value), BUILDINGS);
  }
}
