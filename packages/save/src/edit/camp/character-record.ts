import type { SaveGuid } from '../../format/save-types.ts';
import { readPropertyList } from '../../tree/read-properties.ts';
import { ownContainers, parametersOf, readCharacterBlob, writeCharacterBlob } from '../character-blob.ts';
import { findProperty, guidAt, removeProperty, textAt } from '../property-list.ts';
import type { RecordBlob } from '../record-blob.ts';

/** What a character names, from its blob (palworld-save 4.1 and 5). GUIDs are zero where absent. */
export interface CharacterRecord {
  readonly isPlayer: boolean;
  /** Its nickname, otherwise its species. */
  readonly name: string;
  readonly ownerPlayerUid: SaveGuid;
  /** The container of characters that it stands in. */
  readonly placeId: SaveGuid;
  /** The containers of its own equipment. */
  readonly equipmentIds: readonly SaveGuid[];
  /** The concrete id of the expedition station that sent it out. */
  readonly expeditionId: SaveGuid;
}

const EXPEDITION = 'MapObjectConcreteInstanceIdAssignedToExpedition';

/** Throws `CorruptDataError`. */
export function readCharacterRecord({ bytes }: RecordBlob): CharacterRecord {
  const list = parametersOf(readPropertyList(bytes));
  return {
    isPlayer: findProperty(list, 'IsPlayer')?.value === true,
    name: textAt(list, 'NickName') || textAt(list, 'CharacterID'),
    ownerPlayerUid: guidAt(list, ['OwnerPlayerUId']),
    placeId: guidAt(list, ['SlotId', 'ContainerId', 'ID']),
    equipmentIds: ownContainers(list),
    expeditionId: guidAt(list, [EXPEDITION]),
  };
}

/** The blob of a Pal that is no longer on an expedition. Throws `CorruptDataError` where it would lose anything else. */
export function withoutExpedition({ bytes }: RecordBlob): Uint8Array {
  const blob = readCharacterBlob(bytes);
  removeProperty(parametersOf(blob), EXPEDITION);
  return writeCharacterBlob(blob);
}
