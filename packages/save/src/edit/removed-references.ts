import { guidFinder } from '../format/guid-finder.ts';
import { LEVEL } from '../read/folder-files.ts';
import { worldLayout } from './level-sections.ts';
import { SaveEditError } from './save-edit.ts';
import type { SaveEditor } from './save-editor.ts';

/**
 * Throws a `SaveEditError` when the edited Level.sav or a player file still names something that was removed: the name
 * would lead to nothing, and the game is known to fail at some of them. A locker or a station may name a Pal, say, and
 * nobody knows how to change those.
 */
export function assertUnnamed({ files, removed }: SaveEditor, level: Buffer): void {
  if (removed.size === 0) return;
  const find = guidFinder(removed.keys());
  for (const { path, gvas } of files.values()) {
    const [left] = find(path === LEVEL ? level : gvas);
    if (left === undefined) continue;
    const [id, offset] = left;
    const place = path === LEVEL ? placeInLevel(level, offset) : path;
    throw new SaveEditError(`${removed.get(id)} cannot be removed: ${place} goes on naming it`);
  }
}

function placeInLevel(level: Buffer, offset: number): string {
  const { sections } = worldLayout(level);
  const section = sections.find(({ start, valueEnd }) => offset >= start && offset < valueEnd);
  return section === undefined ? LEVEL : `${section.name} of ${LEVEL}`;
}
