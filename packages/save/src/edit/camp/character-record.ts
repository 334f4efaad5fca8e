import { guidFinder } from '../../format/guid.ts';
import type { SaveGuid } from '../../format/save-types.ts';
import type { TreeProperty } from '../../tree/property-tree.ts';
import { readPropertyList } from '../../tree/read-properties.ts';
import { equipmentOf, parametersOf, readCharacterBlob, writeCharacterBlob } from '../character-blob.ts';
import { SaveEditError } from '../edits.ts';
import type { LevelEditor } from '../level-editor.ts';
import { worldLayout } from '../level-sections.ts';
import {
  elementsOf,
  findProperty,
  guidAt,
  listOf,
  removeProperty,
  requireProperty,
  structAt,
  textAt,
  textOf,
} from '../property-list.ts';
import { blobInTree, type RecordBlob } from '../record-blob.ts';

const EXPEDITION = 'MapObjectConcreteInstanceIdAssignedToExpedition';

export type CharacterRecord = Readonly<ReturnType<typeof readCharacterRecord>>;

/** Ids in the blob of a character, zero where absent (docs/save-format.md#characters). */
function readCharacterRecord({ bytes }: RecordBlob) {
  const list = parametersOf(readPropertyList(bytes));
  return {
    isPlayer: findProperty(list, 'IsPlayer')?.value === true,
    name: textAt(list, 'NickName') || textAt(list, 'CharacterID'),
    ownerPlayerUid: guidAt(list, ['OwnerPlayerUId']),
    placeId: guidAt(list, ['SlotId', 'ContainerId', 'ID']),
    equipmentIds: equipmentOf(list),
    /** The concrete id of the expedition station that sent it out. */
    expeditionId: guidAt(list, [EXPEDITION]),
  };
}

/** The blob of a Pal that is no longer on an expedition. Throws `CorruptDataError` where other data would be lost. */
export function withoutExpedition({ bytes }: RecordBlob): Uint8Array {
  const blob = readCharacterBlob(bytes);
  removeProperty(parametersOf(blob), EXPEDITION);
  return writeCharacterBlob(blob);
}

/** The characters whose blob names one of these identities anywhere. Throws a `SaveError` for a damaged one. */
export function charactersNaming(level: LevelEditor, ids: Iterable<SaveGuid>): [SaveGuid, CharacterRecord][] {
  const characters = level.section('CharacterSaveParameterMap');
  const find = guidFinder(ids);
  const naming = characters.ids().filter((id) => {
    const blob = characters.findBlob(id, []);
    return blob !== undefined && find(blob.bytes).size > 0;
  });
  return naming.map((id) => [id, characters.readBlob(id, [], readCharacterRecord)]);
}

/** The name of the player with that uid, for a message; the uid if the save has none. */
export function playerName(level: LevelEditor, uid: SaveGuid): string {
  const characters = level.section('CharacterSaveParameterMap');
  for (const id of characters.ids()) {
    const key = characters.viewRecord(id)?.key;
    if (!Array.isArray(key) || textOf(requireProperty(key, 'PlayerUId').value) !== uid) continue;
    // Pals carry their owner's uid too in many saves.
    const { isPlayer, name } = characters.readBlob(id, [], readCharacterRecord);
    if (isPlayer) return name;
  }
  return `the player ${uid}`;
}

/** Throws a `SaveEditError` when one of the objects is a Pal that a player dropped: its only record. */
export function assertNoDroppedPal(level: LevelEditor, campId: SaveGuid, objects: Iterable<SaveGuid>): void {
  const dropped = droppedPals(level);
  const find = guidFinder(dropped.keys());
  for (const id of objects) {
    const concrete = level.section('MapObjectSaveData').findBlob(id, ['ConcreteModel']);
    const [palId] = concrete === undefined ? [] : find(concrete.bytes).keys();
    const pal = palId === undefined ? undefined : dropped.get(palId);
    if (pal === undefined) continue;
    throw new SaveEditError(
      `the base camp ${campId} cannot be deleted: the Pal ${nameOf(pal)} of ${ownerOf(level, pal)} is dropped in it; pick it up in the game first`,
    );
  }
}

function droppedPals({ gvas }: LevelEditor): Map<SaveGuid, TreeProperty[]> {
  const storage = worldLayout(gvas).sections.find(
    (tag) => tag.name.toLowerCase() === 'characterparameterstoragesavedata',
  );
  if (storage === undefined) return new Map(); // a save without dropped Pals
  const { properties } = readPropertyList(gvas.subarray(storage.valueStart, storage.valueEnd));
  const records = findProperty(properties, 'StoredParameterInfoSaveData');
  const pals = records === undefined ? [] : elementsOf(records.value).map(listOf);
  return new Map(pals.map((pal) => [textOf(requireProperty(structAt(pal, 'ID'), 'ID').value), pal]));
}

function nameOf(pal: TreeProperty[]): string {
  const blob = blobInTree(pal, ['SaveParameter']);
  return blob === undefined ? '' : readCharacterRecord(blob).name;
}

function ownerOf(level: LevelEditor, pal: TreeProperty[]): string {
  const uid = findProperty(pal, 'LostPlayerUId');
  return uid === undefined ? 'a player' : playerName(level, textOf(uid.value));
}
