import { guidFinder } from '../../format/guid-finder.ts';
import type { SaveGuid } from '../../format/save-types.ts';
import type { LevelEditor } from '../level-editor.ts';
import { requireProperty, textOf } from '../property-list.ts';
import { type CharacterRecord, readCharacterRecord } from './character-record.ts';

/** The characters whose blob names one of these identities anywhere. Throws a `SaveError` for a damaged one. */
export function charactersNaming(level: LevelEditor, ids: Iterable<SaveGuid>): [SaveGuid, CharacterRecord][] {
  const characters = level.find('CharacterSaveParameterMap');
  if (characters === undefined) return [];
  const find = guidFinder(ids);
  const naming = characters.ids().filter((id) => {
    const blob = characters.blob(id, []);
    return blob !== undefined && find(blob.bytes).size > 0;
  });
  return naming.map((id) => [id, characters.requireBlob(id, [], readCharacterRecord)]);
}

/** The name of the player with that uid, for a message; the uid if the save has none. */
export function playerName(level: LevelEditor, uid: SaveGuid): string {
  const characters = level.section('CharacterSaveParameterMap');
  for (const id of characters.ids()) {
    const key = characters.peek(id)?.key;
    if (!Array.isArray(key) || textOf(requireProperty(key, 'PlayerUId').value) !== uid) continue;
    // Pals carry their owner's uid too in many saves.
    const { isPlayer, name } = characters.requireBlob(id, [], readCharacterRecord);
    if (isPlayer) return name;
  }
  return `the player ${uid}`;
}
