import { SaveError } from '../format/save-error.ts';
import { LEVEL } from '../read/folder-files.ts';
import type { OpenSave } from '../read/open-save.ts';
import { deleteCamp } from './delete-camp.ts';
import { editItemContainer } from './item-container.ts';
import { LevelEditor } from './level-editor.ts';
import { type EditContext, type SaveEdit, SaveEditError } from './save-edit.ts';
import type { SaveEditor } from './save-editor.ts';

/** A file that edits changed. */
export interface EditedFile {
  readonly path: string;
  readonly gvas: Buffer;
}

/**
 * Applies edits to the files of a save. @returns the files whose bytes differ from before. Throws a SaveEditError for an
 * edit that the save does not allow, and a SaveError for records that cannot be edited without loss.
 */
export function editSave(files: OpenSave, edits: readonly SaveEdit[], context: EditContext): EditedFile[] {
  const level = files.get(LEVEL);
  if (level === undefined) throw new SaveError(LEVEL, '', 'the file does not exist');
  const editor: SaveEditor = { ...context, files, level: new LevelEditor(level.gvas, LEVEL) };
  for (const edit of edits) applyEdit(editor, edit);
  const gvas = editor.level.write();
  return gvas === level.gvas ? [] : [{ path: LEVEL, gvas }];
}

function applyEdit(editor: SaveEditor, edit: SaveEdit): void {
  switch (edit.kind) {
    case 'itemContainer':
      editItemContainer(editor, edit);
      break;
    case 'deleteCamp':
      deleteCamp(editor, edit);
      break;
    default:
      throw new SaveEditError(`edits of the kind ${edit.kind} are not written yet`);
  }
}
