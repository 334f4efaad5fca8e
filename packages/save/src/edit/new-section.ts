import { writePropertyList } from '../tree/write-properties.ts';
import { mapProperty, structsProperty } from './make-property.ts';
import { orderOf } from './property-list.ts';

/** The order of the sections in `worldSaveData`: the same in the saves of all eras. */
const SECTION_ORDER = orderOf(`
CharacterSaveParameterMap MapObjectSaveData FoliageGridSaveDataMap MapObjectSpawnerInStageSaveData
LockGimmickSaveData WorkSaveData BaseCampSaveData ItemContainerSaveData DynamicItemSaveData
CharacterContainerSaveData GroupSaveDataMap GuildExtraSaveDataMap CharacterParameterStorageSaveData
GameTimeSaveData BossSpawnerSaveData EnemyCampSaveData DungeonPointMarkerSaveData DungeonSaveData
DungeonLevelVersion InvaderSaveData OilrigSaveData SupplySaveData WorldMetaSaveVersionBitMask
InLockerCharacterInstanceIDArray
`);

/** The struct type of the sections that are arrays; the others are maps. */
const ARRAY_STRUCTS: Readonly<Record<string, string>> = {
  DynamicItemSaveData: 'PalDynamicItemSaveData',
  MapObjectSaveData: 'PalMapObjectSaveData',
  WorkSaveData: 'PalWorkSaveData',
};

/** The place of a section among the others; -1 for one that is not known, before which nothing is inserted. */
export function sectionRank(name: string): number {
  return SECTION_ORDER.get(name.toLowerCase()) ?? -1;
}

/** The bytes of the `None` that ends a property list. */
const NONE_BYTES = 4 + 'None'.length + 1;

/** The bytes of a section without records: the property alone, without the `None` that ends a list. */
export function emptySection(name: string): Buffer {
  const structType = ARRAY_STRUCTS[name];
  const property =
    structType === undefined
      ? mapProperty(name, ['StructProperty', 'StructProperty'])
      : structsProperty(name, structType, []);
  return writePropertyList([property]).subarray(0, -NONE_BYTES);
}
