import { guidFinder } from '../format/guid-finder.ts';
import { LEVEL } from '../read/folder-files.ts';
import { readObjectModel } from './camp/object-model.ts';
import { sectionLayout, type Tag, worldLayout } from './level-sections.ts';
import { requireProperty, textOf } from './property-list.ts';
import { blobInTree } from './record-blob.ts';
import { readRecord } from './record-tree.ts';
import { SaveEditError } from './save-edit.ts';
import type { SaveEditor } from './save-editor.ts';

/**
 * Throws a `SaveEditError` when the edited Level.sav or a player file still names something that was removed: the name
 * would lead to nothing, and the game is known to fail at some of them. A locker, a station or a breeding farm may name
 * a Pal, say, and nobody knows how to change those.
 */
export function assertUnnamed({ files, playerFiles, removed }: SaveEditor, level: Buffer): void {
  if (removed.size === 0) return;
  const find = guidFinder(removed.keys());
  const written = new Map(playerFiles.written().map(({ path, gvas }) => [path, gvas]));
  for (const { path, gvas } of files.values()) {
    const [left] = find(path === LEVEL ? level : (written.get(path) ?? gvas));
    if (left === undefined) continue;
    const [id, offset] = left;
    const says = path === LEVEL ? saysInLevel(level, offset) : `${path} goes on naming it`;
    throw new SaveEditError(`${removed.get(id)} cannot be removed: ${says}`);
  }
}

function saysInLevel(level: Buffer, offset: number): string {
  const { sections } = worldLayout(level);
  const section = sections.find(({ start, valueEnd }) => offset >= start && offset < valueEnd);
  if (section === undefined) return `${LEVEL} goes on naming it`;
  if (section.name.toLowerCase() !== 'mapobjectsavedata')
    return `${section.name} of ${LEVEL} goes on naming it`;
  return `${objectAt(level, section, offset)} goes on naming it; in the game, take the Pal out of it, or take it down, first`;
}

/** The map object whose record lies there, such as `the BreedFarm … of the base camp …`. */
function objectAt(level: Buffer, section: Tag, offset: number): string {
  const { starts, keys } = sectionLayout(level, section);
  const index = starts.findLastIndex((start) => start <= offset);
  const { properties } = readRecord(level.subarray(starts[index], starts[index + 1]), keys);
  const name = textOf(requireProperty(properties, 'MapObjectId').value);
  const model = blobInTree(properties, ['Model']);
  if (model === undefined) return `a ${name}`;
  const { instanceId, campId } = readObjectModel(model);
  return `the ${name} ${instanceId} of the base camp ${campId}`;
}
