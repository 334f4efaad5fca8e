import { ZERO_GUID } from '../format/guid.ts';
import { guidFinder } from '../format/guid-finder.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { LEVEL } from '../read/folder-files.ts';
import { type CampContents, campContents, charactersNaming } from './camp/camp-contents.ts';
import { withoutExpedition } from './camp/character-record.ts';
import { readConnector, withoutLinks, writeConnector } from './camp/connector.ts';
import { readGroupLists, withoutListed } from './camp/group-lists.ts';
import { readObjectModel, withoutCamp, withoutRepairWork } from './camp/object-model.ts';
import { removeWorkAssignments } from './camp/work-assignments.ts';
import type { LevelEditor, SectionName } from './level-editor.ts';
import { requireProperty, textOf } from './property-list.ts';
import { type DeleteCampEdit, SaveEditError } from './save-edit.ts';
import type { SaveEditor } from './save-editor.ts';

/**
 * Deletes a base camp with its workers and everything built in it; what the landscape put there stays (save-writing
 * 4 h). Throws a `SaveEditError` where the camp does not exist, a building holds a player's Pal, or something that
 * stays names what would go.
 */
export function deleteCamp({ files, level }: SaveEditor, { campId }: DeleteCampEdit): void {
  const contents = campContents(level, campId);
  removeRecords(level, contents);
  leaveNaturalObjects(level, contents);
  releaseNeighbours(level, contents);
  removeWorkAssignments(level, contents.workers);
  endExpeditions(level, contents);
  removeFromGroups(level, contents);
  const others = [...files.values()].filter(({ path }) => path !== LEVEL);
  assertUnnamed(contents, [{ path: LEVEL, gvas: level.write() }, ...others]);
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
  remove('CharacterSaveParameterMap', contents.workers);
  remove('BaseCampSaveData', [camp.id]);
  if (level.has('InvaderSaveData') && level.section('InvaderSaveData').has(camp.id))
    remove('InvaderSaveData', [camp.id]);
}

/** Natural objects look then like all that stand outside camps. */
function leaveNaturalObjects(level: LevelEditor, { natural }: CampContents): void {
  const objects = level.section('MapObjectSaveData');
  for (const id of natural) {
    objects.setBlob(
      id,
      ['Model'],
      objects.requireBlob(id, ['Model'], ({ bytes }) => withoutCamp(bytes)),
    );
  }
}

/** Objects that stay lose their links to removed neighbours, and the removed work that was to repair them. */
function releaseNeighbours(level: LevelEditor, contents: CampContents): void {
  if (!level.has('MapObjectSaveData')) return;
  const objects = level.section('MapObjectSaveData');
  const removed = new Set(contents.objects.keys());
  const find = guidFinder(removed);
  for (const id of objects.ids()) {
    const { repairWorkId } = objects.requireBlob(id, ['Model'], readObjectModel);
    if (contents.works.has(repairWorkId)) {
      objects.setBlob(
        id,
        ['Model'],
        objects.requireBlob(id, ['Model'], ({ bytes }) => withoutRepairWork(bytes)),
      );
    }
    const connector = objects.blob(id, ['Model', 'Connector']);
    if (connector === undefined || find(connector.bytes).size === 0) continue;
    const released = objects.requireBlob(id, ['Model', 'Connector'], (blob) =>
      writeConnector(withoutLinks(readConnector(blob), removed), blob),
    );
    objects.setBlob(id, ['Model', 'Connector'], released);
  }
}

/** Pals that a removed station sent out stay where they are, without the expedition. */
function endExpeditions(level: LevelEditor, { objects }: CampContents): void {
  const stations = new Set([...objects.values()].map((model) => model.concreteId));
  for (const [id, { expeditionId }] of charactersNaming(level, stations)) {
    if (!stations.has(expeditionId)) continue;
    const characters = level.section('CharacterSaveParameterMap');
    characters.setBlob(id, [], characters.requireBlob(id, [], withoutExpedition));
  }
}

/** Guilds list neither the camp, nor its palbox, nor its workers any more. */
function removeFromGroups(level: LevelEditor, { camp, objects, workers }: CampContents): void {
  const removed = new Set([camp.id, camp.palboxObjectId, ...objects.keys(), ...workers]);
  const groups = level.section('GroupSaveDataMap');
  const find = guidFinder(removed);
  for (const id of groups.ids()) {
    const blob = groups.blob(id, []);
    if (blob === undefined || find(blob.bytes).size === 0) continue;
    let type = '';
    groups.edit(id, ({ properties }) => {
      type = textOf(requireProperty(properties, 'GroupType').value).replace('EPalGroupType::', '');
    });
    groups.setBlob(
      id,
      [],
      groups.requireBlob(id, [], (group) => withoutListed(group.bytes, readGroupLists(group, type), removed)),
    );
  }
}

/** A reference that is left would name nothing, and the game is known to fail at some of them. */
function assertUnnamed(contents: CampContents, files: readonly { path: string; gvas: Buffer }[]): void {
  const { camp, objects } = contents;
  const removed = new Set([
    camp.id,
    ...objects.keys(),
    ...[...objects.values()].map((model) => model.concreteId),
    ...contents.works,
    ...contents.workers,
    ...contents.characterContainers,
    ...contents.itemContainers,
    ...contents.dynamicItems,
  ]);
  removed.delete(ZERO_GUID);
  const find = guidFinder(removed);
  for (const { path, gvas } of files) {
    const [left] = find(gvas);
    if (left === undefined) continue;
    throw new SaveEditError(
      `the base camp ${camp.id} cannot be deleted: something that stays in ${path} names ${left}, which would go with it`,
    );
  }
}
