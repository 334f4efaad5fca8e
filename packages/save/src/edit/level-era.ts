import { SAVE_ERAS, type SaveEra } from '../format/save-era.ts';
import { eraOf } from '../read/blob-versions.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { blobForm } from './blob-sibling.ts';
import type { LevelEditor, SectionName } from './level-editor.ts';
import { findProperty, listOf } from './property-list.ts';

/** Where a save without a guild shows its era. */
const TELLING = [
  'GroupSaveDataMap',
  'CharacterSaveParameterMap',
  'DynamicItemSaveData',
  'MapObjectSaveData',
] as const;
const LOOKED_AT = 20;

/** The era of the newest layout: that of the guilds, which changed with every era, or else among the first records. */
export function eraOfLevel(level: LevelEditor): SaveEra {
  const guilds = erasIn(level, 'GroupSaveDataMap', Number.POSITIVE_INFINITY, isGuild);
  const eras = guilds.length > 0 ? guilds : TELLING.flatMap((name) => erasIn(level, name, LOOKED_AT));
  return SAVE_ERAS.findLast((era) => eras.includes(era)) ?? SAVE_ERAS[0];
}

function erasIn(
  level: LevelEditor,
  name: SectionName,
  most: number,
  tells: (properties: readonly TreeProperty[]) => boolean = () => true,
): SaveEra[] {
  if (!level.has(name)) return [];
  const section = level.section(name);
  return section
    .ids()
    .slice(0, most)
    .flatMap((id) => section.peek(id) ?? [])
    .filter(({ properties }) => tells(properties))
    .map(({ properties }) => eraOf(blobForm(modelOf(properties)).versions));
}

function isGuild(properties: readonly TreeProperty[]): boolean {
  return findProperty(properties, 'GroupType')?.value === 'EPalGroupType::Guild';
}

/** Map objects keep their versions in their model. */
function modelOf(properties: readonly TreeProperty[]): readonly TreeProperty[] {
  const model = findProperty(properties, 'Model');
  return model === undefined ? properties : listOf(model.value);
}
