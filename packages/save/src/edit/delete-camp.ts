import { guidFinder, ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { PLAYERS } from '../read/folder-files.ts';
import { type CampContents, campContents, removedIdentities } from './camp/camp-contents.ts';
import { withoutExpedition } from './camp/character-record.ts';
import { removeWorkAssignments, withoutCamp, withoutLinks, withoutRepairWork } from './camp/object-model.ts';
import type { DeleteCampEdit } from './edits.ts';
import { changedLists, readGroupLists } from './guilds.ts';
import type { LevelEditor, SectionName } from './level-editor.ts';
import {
  elementsOf,
  findProperty,
  listOf,
  removeProperty,
  requireProperty,
  textOf,
} from './property-list.ts';
import type { SaveEditor } from './save-editor.ts';

/** A property of `RecordData` of a player file. */
const BUILDINGS = 'BuildingObjectMapObjectInstanceIds';

/** Deletes a camp with all in it (docs/save-format.md#deleting-a-camp). Throws a `SaveEditError` or a `SaveError`. */
export function deleteCamp(editor: SaveEditor, { campId }: DeleteCampEdit): void {
  const { level, removed } = editor;
  const contents = campContents(level, campId);
  removeRecords(level, contents);
  leaveObjects(level, contents);
  unlinkNeighbors(level, contents);
  removeWorkAssignments(level, new Set(contents.workers.keys()));
  // Pals that a removed station sent out stay in their Palbox, without the expedition.
  for (const id of contents.travelers) {
    level.section('CharacterSaveParameterMap').changeBlob(id, [], withoutExpedition);
  }
  removeFromGroups(level, contents);
  removeFromRecords(editor, contents);
  for (const [id, description] of removedIdentities(contents)) removed.set(id, description);
}

function removeRecords(level: LevelEditor, contents: CampContents): void {
  const { camp } = contents;
  const removed: [SectionName, Iterable<SaveGuid>][] = [
    ['MapObjectSaveData', contents.objects.keys()],
    ['WorkSaveData', contents.works],
    ['ItemContainerSaveData', contents.itemContainers],
    ['DynamicItemSaveData', contents.dynamicItems],
    ['CharacterContainerSaveData', contents.characterContainers],
    ['CharacterSaveParameterMap', contents.workers.keys()],
    ['BaseCampSaveData', [camp.id]],
    // Saves of 2024 know no raids.
    ['InvaderSaveData', level.section('InvaderSaveData').has(camp.id) ? [camp.id] : []],
  ];
  for (const [name, ids] of removed) for (const id of ids) level.section(name).remove(id);
}

/** Rocks, logs and treasure boxes then look like those outside camps; objects name no removed work for their repair. */
function leaveObjects(level: LevelEditor, { camp, works, staying }: CampContents): void {
  for (const { instanceId, campId, repairWorkId } of staying) {
    const change = (model: typeof withoutCamp) =>
      level.section('MapObjectSaveData').changeBlob(instanceId, ['Model'], model);
    if (campId === camp.id) change(withoutCamp);
    if (works.has(repairWorkId)) change(withoutRepairWork);
  }
}

/** Buildings reach over the edge of a camp: those that stay lose their links to the removed ones. */
function unlinkNeighbors(level: LevelEditor, { objects, staying }: CampContents): void {
  const holder = ['Model', 'Connector'];
  const find = guidFinder(objects.keys());
  for (const { instanceId } of staying) {
    const section = level.section('MapObjectSaveData');
    const connector = section.findBlob(instanceId, holder);
    if (connector === undefined || find(connector.bytes).size === 0) continue;
    section.changeBlob(instanceId, holder, (blob) => withoutLinks(blob, objects));
  }
}

/** Groups list neither the camp, nor its palbox, nor its workers any more. */
function removeFromGroups(level: LevelEditor, { camp, objects, workers }: CampContents): void {
  const removed = new Set([camp.id, camp.palboxObjectId, ...objects.keys(), ...workers.keys()]);
  removed.delete(ZERO_GUID);
  const find = guidFinder(removed);
  const groups = level.section('GroupSaveDataMap');
  for (const id of groups.ids()) {
    const blob = groups.findBlob(id, []);
    if (blob === undefined || find(blob.bytes).size === 0) continue;
    const type = textOf(requireProperty(groups.requireRecord(id).properties, 'GroupType').value);
    groups.changeBlob(id, [], (group) => changedLists(group, readGroupLists(group, type), removed));
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
