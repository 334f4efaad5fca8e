import type { TreeProperty } from '../tree/property-tree.ts';
import { writePropertyList } from '../tree/write-properties.ts';
import { mapProperty, structsProperty } from './make-property.ts';

/** The order of the sections in `worldSaveData`: the same in the saves of all eras. */
const SECTION_ORDER = [
  'CharacterSaveParameterMap',
  'MapObjectSaveData',
  'FoliageGridSaveDataMap',
  'MapObjectSpawnerInStageSaveData',
  'LockGimmickSaveData',
  'WorkSaveData',
  'BaseCampSaveData',
  'ItemContainerSaveData',
  'DynamicItemSaveData',
  'CharacterContainerSaveData',
  'GroupSaveDataMap',
  'GuildExtraSaveDataMap',
  'CharacterParameterStorageSaveData',
  'GameTimeSaveData',
  'BossSpawnerSaveData',
  'EnemyCampSaveData',
  'DungeonPointMarkerSaveData',
  'DungeonSaveData',
  'DungeonLevelVersion',
  'InvaderSaveData',
  'OilrigSaveData',
  'SupplySaveData',
  'WorldMetaSaveVersionBitMask',
  'InLockerCharacterInstanceIDArray',
].map((name) => name.toLowerCase());

/** The struct type of the sections that are arrays; the others are maps. */
const ARRAY_STRUCTS: Readonly<Record<string, string>> = {
  DynamicItemSaveData: 'PalDynamicItemSaveData',
  MapObjectSaveData: 'PalMapObjectSaveData',
  WorkSaveData: 'PalWorkSaveData',
};

const NONE_BYTES = 4 + 'None'.length + 1;

/** The place of a section among the others; -1 for one that is not known, before which nothing is inserted. */
export function sectionRank(name: string): number {
  return SECTION_ORDER.indexOf(name.toLowerCase());
}

/** The bytes of a section without records: the property alone, without the `None` that ends a list. */
export function emptySection(name: string): Buffer {
  const bytes = writePropertyList([emptyProperty(name)]);
  return bytes.subarray(0, bytes.length - NONE_BYTES);
}

function emptyProperty(name: string): TreeProperty {
  const structType = ARRAY_STRUCTS[name];
  return structType === undefined
    ? mapProperty(name, ['StructProperty', 'StructProperty'])
    : structsProperty(name, structType, []);
}
