import { SAVE_ERAS, type SaveEra } from '../format/save-era.ts';
import { eraOf } from '../read/blob-versions.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { blobForm } from './blob-sibling.ts';
import type { LevelEditor, SectionName } from './level-editor.ts';
import { findProperty, listOf } from './property-list.ts';

/** Sections whose blobs tell the era. Groups first: their layout changed with every era. */
const TELLING = [
  'GroupSaveDataMap',
  'DynamicItemSaveData',
  'MapObjectSaveData',
  'CharacterSaveParameterMap',
] as const;
const LOOKED_AT = 20;

/** The era of the newest layout among the first records of each telling section. */
export function eraOfLevel(level: LevelEditor): SaveEra {
  const eras = TELLING.flatMap((name) => erasIn(level, name));
  return SAVE_ERAS.findLast((era) => eras.includes(era)) ?? SAVE_ERAS[0];
}

function erasIn(level: LevelEditor, name: SectionName): SaveEra[] {
  if (!level.has(name)) return [];
  const section = level.section(name);
  return section
    .ids()
    .slice(0, LOOKED_AT)
    .flatMap((id) => section.peek(id) ?? [])
    .map(({ properties }) => eraOf(blobForm(modelOf(properties)).versions));
}

/** Map objects keep their versions in their model. */
function modelOf(properties: readonly TreeProperty[]): readonly TreeProperty[] {
  const model = findProperty(properties, 'Model');
  return model === undefined ? properties : listOf(model.value);
}
