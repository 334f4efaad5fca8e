import { guidFinder } from '../../format/guid-finder.ts';
import type { SaveGuid } from '../../format/save-types.ts';
import { LEVEL } from '../../read/folder-files.ts';
import { worldLayout } from '../level-sections.ts';
import { SaveEditError } from '../save-edit.ts';

interface EditedBytes {
  readonly path: string;
  readonly gvas: Buffer;
}

/**
 * Throws a `SaveEditError` when one of the files still names something that was removed: such a reference would lead to
 * nothing, and the game is known to fail at some of them. `removed` says what each identity was.
 */
export function assertUnnamed(
  campId: SaveGuid,
  removed: ReadonlyMap<SaveGuid, string>,
  files: Iterable<EditedBytes>,
): void {
  const find = guidFinder(removed.keys());
  for (const file of files) {
    const [left] = find(file.gvas);
    if (left === undefined) continue;
    const [id, offset] = left;
    throw new SaveEditError(
      `the base camp ${campId} cannot be deleted: ${placeOf(file, offset)} goes on naming ${removed.get(id)} ${id}`,
    );
  }
}

function placeOf({ path, gvas }: EditedBytes, offset: number): string {
  if (path !== LEVEL) return path;
  const { sections } = worldLayout(gvas);
  const section = sections.find(({ start, valueEnd }) => offset >= start && offset < valueEnd);
  return section === undefined ? path : `${section.name} of ${path}`;
}
