import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { ByteReader } from '../read/byte-reader.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { readPropertyList } from '../tree/read-properties.ts';
import { writePropertyList } from '../tree/write-properties.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { structProperty } from './make-property.ts';
import { guidAt, structAt } from './property-list.ts';

/** The blob of a character: its property list, and its guild (docs/save-format.md#characters). */
export interface CharacterBlob {
  readonly properties: TreeProperty[];
  readonly groupId: SaveGuid;
  /** Remaining bytes: the mark, and additions of newer versions. */
  readonly rest: Uint8Array;
}

/** Reads a blob. Throws `CorruptDataError` unless writing it back would give the same bytes. */
export function readCharacterBlob(bytes: Uint8Array): CharacterBlob {
  const { properties, end } = readPropertyList(bytes);
  const reader = new ByteReader(bytes, end);
  if (reader.u32() !== 0) throw new CorruptDataError('the property list of a character is not followed by 0');
  const blob = { properties, groupId: reader.guid(), rest: bytes.slice(reader.at) };
  if (!writeCharacterBlob(blob).equals(bytes)) {
    throw new CorruptDataError('its blob cannot be rewritten unchanged, so it cannot be edited');
  }
  return blob;
}

export function writeCharacterBlob({ properties, groupId, rest }: CharacterBlob): Buffer {
  const blob = new ByteWriter();
  blob.raw(writePropertyList(properties));
  blob.u32(0);
  blob.guid(groupId);
  blob.raw(rest);
  return blob.result();
}

/** The one property of the blob's list. */
export function saveParameterOf(parameters: TreeProperty[]): TreeProperty {
  return structProperty('SaveParameter', 'PalIndividualCharacterSaveParameter', parameters);
}

/** The properties of a character, to be changed in place. Throws `CorruptDataError`. */
export function parametersOf({ properties }: Pick<CharacterBlob, 'properties'>): TreeProperty[] {
  return structAt(properties, 'SaveParameter');
}

export function equipmentOf(list: readonly TreeProperty[]): SaveGuid[] {
  const ids = ['ItemContainerId', 'EquipItemContainerId'].map((name) => guidAt(list, [name, 'ID']));
  return ids.filter((id) => id !== ZERO_GUID);
}
