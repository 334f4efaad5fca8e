import { guidFinder } from '../../format/guid.ts';
import type { SaveGuid } from '../../format/save-types.ts';
import type { TreeProperty } from '../../tree/property-tree.ts';
import { readPropertyList } from '../../tree/read-properties.ts';
import type { LevelEditor } from '../level-editor.ts';
import { worldLayout } from '../level-sections.ts';
import { elementsOf, findProperty, listOf, requireProperty, textOf } from '../property-list.ts';
import { blobInTree } from '../record-blob.ts';
import { SaveEditError } from '../save-edit.ts';
import { playerName, readCharacterRecord } from './character-record.ts';

/** Throws a `SaveEditError` when one of the objects is a Pal that a player dropped: its only record. */
export function assertNoDroppedPal(level: LevelEditor, campId: SaveGuid, objects: Iterable<SaveGuid>): void {
  const dropped = droppedPals(level);
  const find = guidFinder(dropped.keys());
  for (const id of objects) {
    const concrete = level.section('MapObjectSaveData').blob(id, ['ConcreteModel']);
    const [found] = concrete === undefined ? [] : find(concrete.bytes).keys();
    const pal = found === undefined ? undefined : dropped.get(found);
    if (pal === undefined) continue;
    throw new SaveEditError(
      `the base camp ${campId} cannot be deleted: the Pal ${nameOf(pal)} of ${ownerOf(level, pal)} lies in it; pick it up in the game first`,
    );
  }
}

/** The records of dropped Pals, by id. */
function droppedPals({ gvas }: LevelEditor): Map<SaveGuid, TreeProperty[]> {
  const storage = worldLayout(gvas).sections.find(
    (tag) => tag.name.toLowerCase() === 'characterparameterstoragesavedata',
  );
  if (storage === undefined) return new Map(); // a save without dropped Pals
  const { properties } = readPropertyList(gvas.subarray(storage.valueStart, storage.valueEnd));
  const records = findProperty(properties, 'StoredParameterInfoSaveData');
  const pals = records === undefined ? [] : elementsOf(records.value).map(listOf);
  return new Map(pals.map((pal) => [idOf(pal), pal]));
}

function idOf(pal: TreeProperty[]): SaveGuid {
  return textOf(requireProperty(listOf(requireProperty(pal, 'ID').value), 'ID').value);
}

function nameOf(pal: TreeProperty[]): string {
  const blob = blobInTree(pal, ['SaveParameter']);
  return blob === undefined ? '' : readCharacterRecord(blob).name;
}

function ownerOf(level: LevelEditor, pal: TreeProperty[]): string {
  const uid = findProperty(pal, 'LostPlayerUId');
  return uid === undefined ? 'a player' : playerName(level, textOf(uid.value));
}
