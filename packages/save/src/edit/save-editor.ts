import type { OpenSave } from '../read/open-save.ts';
import type { LevelEditor } from './level-editor.ts';
import type { EditContext } from './save-edit.ts';

/** What the edits of one save share. */
export interface SaveEditor extends EditContext {
  readonly files: OpenSave;
  readonly level: LevelEditor;
}
