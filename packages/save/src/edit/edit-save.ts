import { CorruptDataError, SaveError } from '../format/save-error.ts';
import { LEVEL } from '../read/folder-files.ts';
import type { OpenSave } from '../read/open-save.ts';
import { deleteCamp } from './delete-camp.ts';
import { editItemContainer } from './item-container.ts';
import { LevelEditor } from './level-editor.ts';
import { editPlayerFile } from './player-file.ts';
import { type EditContext, type SaveEdit, SaveEditError } from './save-edit.ts';
import { SaveEditor } from './save-editor.ts';

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
  const editor = new SaveEditor(files, new LevelEditor(level.gvas, LEVEL), context);
  // A base last: what moved out of it has then left it.
  const [deletions, others] = partition(edits, (edit) => edit.kind === 'deleteCamp');
  for (const edit of others) namingRecord(edit, () => applyEdit(editor, edit));
  editor.items.finish();
  for (const edit of deletions) namingRecord(edit, () => applyEdit(editor, edit));
  const gvas = editor.level.write();
  return [...(gvas === level.gvas ? [] : [{ path: LEVEL, gvas }]), ...editor.playerFiles.written()];
}

function applyEdit(editor: SaveEditor, edit: SaveEdit): void {
  switch (edit.kind) {
    case 'itemContainer':
      editItemContainer(editor, edit);
      break;
    case 'playerFile':
      editPlayerFile(editor, edit);
      break;
    case 'deleteCamp':
      deleteCamp(editor, edit);
      break;
    default:
      throw new SaveEditError(`edits of the kind ${edit.kind} are not written yet`);
  }
}

function partition<T>(list: readonly T[], test: (element: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((element) => !test(element))];
}

/** Turns damage that an edit meets into a `SaveError` that names its record. */
function namingRecord(edit: SaveEdit, apply: () => void): void {
  try {
    apply();
  } catch (error) {
    if (!(error instanceof CorruptDataError)) throw error;
    const file = edit.kind === 'playerFile' ? edit.file : LEVEL;
    throw new SaveError(file, recordOf(edit), error.message, { cause: error });
  }
}

function recordOf(edit: SaveEdit): string {
  switch (edit.kind) {
    case 'itemContainer':
      return `ItemContainerSaveData ${edit.containerId}`;
    case 'addPal':
      return `CharacterSaveParameterMap ${edit.pal.instanceId}`;
    case 'changeCharacter':
    case 'removePal':
      return `CharacterSaveParameterMap ${edit.instanceId}`;
    case 'playerFile':
      return 'SaveData';
    case 'deleteCamp':
      return `BaseCampSaveData ${edit.campId}`;
  }
}
