import { guidFinder } from '../../format/guid-finder.ts';
import type { SaveGuid } from '../../format/save-types.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import type { TreeValue } from '../../tree/property-tree.ts';
import type { LevelEditor } from '../level-editor.ts';
import { bytesOf, entriesOf, listOf, requireProperty } from '../property-list.ts';

/** Takes Pals off the works that they are assigned to: their entries of `WorkAssignMap` go. Throws a `SaveError`. */
export function removeWorkAssignments(level: LevelEditor, pals: ReadonlySet<SaveGuid>): void {
  const works = pals.size === 0 ? undefined : level.find('WorkSaveData');
  if (works === undefined) return;
  const find = guidFinder(pals);
  for (const id of works.ids()) {
    const stored = works.bytes(id);
    if (stored === undefined || find(stored).size === 0) continue;
    works.edit(id, ({ properties }) => {
      const { value } = requireProperty(properties, 'WorkAssignMap');
      removeWhere(entriesOf(value), ([, assignment]) => pals.has(assignedPal(assignment)));
    });
  }
}

/** The character of an assignment: guid work, i32 place, u8 type, guid player, guid instance and more. */
function assignedPal(assignment: TreeValue): SaveGuid {
  const blob = bytesOf(requireProperty(listOf(assignment), 'RawData').value);
  const reader = new ByteReader(blob);
  reader.take(16 + 4 + 1 + 16);
  return reader.guid();
}

function removeWhere<T>(list: T[], isRemoved: (element: T) => boolean): void {
  list.splice(0, list.length, ...list.filter((element) => !isRemoved(element)));
}
