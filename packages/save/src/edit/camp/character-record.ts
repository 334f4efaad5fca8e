import { readPropertyList } from '../../tree/read-properties.ts';
import { ownContainers, parametersOf, readCharacterBlob, writeCharacterBlob } from '../character-blob.ts';
import { findProperty, guidAt, removeProperty, textAt } from '../property-list.ts';
import type { RecordBlob } from '../record-blob.ts';

const EXPEDITION = 'MapObjectConcreteInstanceIdAssignedToExpedition';

export type CharacterRecord = Readonly<ReturnType<typeof readCharacterRecord>>;

/** What a character names, from its blob (palworld-save 4.1 and 5). GUIDs are zero where absent. Throws `CorruptDataError`. */
export function readCharacterRecord({ bytes }: RecordBlob) {
  const list = parametersOf(readPropertyList(bytes));
  return {
    isPlayer: findProperty(list, 'IsPlayer')?.value === true,
    /** Its nickname, otherwise its species. */
    name: textAt(list, 'NickName') || textAt(list, 'CharacterID'),
    ownerPlayerUid: guidAt(list, ['OwnerPlayerUId']),
    /** The container of characters that it stands in. */
    placeId: guidAt(list, ['SlotId', 'ContainerId', 'ID']),
    /** The containers of its own equipment. */
    equipmentIds: ownContainers(list),
    /** The concrete id of the expedition station that sent it out. */
    expeditionId: guidAt(list, [EXPEDITION]),
  };
}

/** The blob of a Pal that is no longer on an expedition. Throws `CorruptDataError` where it would lose anything else. */
export function withoutExpedition({ bytes }: RecordBlob): Uint8Array {
  const blob = readCharacterBlob(bytes);
  removeProperty(parametersOf(blob), EXPEDITION);
  return writeCharacterBlob(blob);
}
