import { hasGamePassHead } from '../format/container.ts';
import { CorruptDataError, SaveError } from '../format/save-error.ts';
import { LEVEL } from '../read/folder-files.ts';
import type { OpenSave } from '../read/open-save.ts';
import { addPal } from './add-pal.ts';
import { changeCharacter, leaveSlot } from './change-character.ts';
import { deleteCamp } from './delete-camp.ts';
import { editItemContainer } from './item-container.ts';
import { LevelEditor } from './level-editor.ts';
import { editPlayerFile } from './player-file.ts';
import { removePal } from './remove-pal.ts';
import { assertUnnamed } from './removed-references.ts';
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
  const each = (apply: (editor: SaveEditor, edit: SaveEdit) => void) => {
    for (const edit of edits) namingRecord(edit, () => apply(editor, edit));
  };
  // The order of edits says nothing: they are what differs between two states of a world. So slots are freed before any
  // is taken, and bases are deleted last, when everything that moves out of them has left.
  each(freeSlots);
  each(applyEdit);
  editor.finish();
  each(deleteCamps);
  const gvas = editor.level.write();
  assertUnnamed(editor, gvas);
  const edited = [...(gvas === level.gvas ? [] : [{ path: LEVEL, gvas }]), ...editor.playerFiles.written()];
  for (const { path } of edited) assertPlainHead(files, path);
  return edited;
}

function assertPlainHead(files: OpenSave, path: string): void {
  const file = files.get(path);
  if (file === undefined || !hasGamePassHead(file.packed)) return;
  throw new SaveEditError(
    `${path} begins with the CNK head of a Game Pass save, and nobody knows what the game takes there after a change; ` +
      'a dedicated server reads the file without its first 12 bytes: cut them off in a copy of the save, and change that',
  );
}

function freeSlots(editor: SaveEditor, edit: SaveEdit): void {
  if (edit.kind === 'removePal') removePal(editor, edit);
  if (edit.kind === 'changeCharacter') leaveSlot(editor, edit);
}

function applyEdit(editor: SaveEditor, edit: SaveEdit): void {
  switch (edit.kind) {
    case 'itemContainer':
      editItemContainer(editor, edit);
      break;
    case 'addPal':
      addPal(editor, edit);
      break;
    case 'changeCharacter':
      changeCharacter(editor, edit);
      break;
    case 'playerFile':
      editPlayerFile(editor, edit);
      break;
    case 'removePal':
    case 'deleteCamp': // in other phases
  }
}

function deleteCamps(editor: SaveEditor, edit: SaveEdit): void {
  if (edit.kind === 'deleteCamp') deleteCamp(editor, edit);
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
