// What edits of a save folder are made of.
export { assertSaveAtRest } from './maintenance/save-folder/at-rest.ts';
export { copySaveFolder } from './maintenance/save-folder/copy-save-folder.ts';
export { undoSave } from './maintenance/save-folder/undo-save.ts';
