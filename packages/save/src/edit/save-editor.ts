import type { SaveEra } from '../format/save-era.ts';
import type { OpenSave } from '../read/open-save.ts';
import type { TreeValue } from '../tree/property-tree.ts';
import { type BlobForm, siblingForm } from './blob-sibling.ts';
import { DynamicItems } from './dynamic-items.ts';
import type { LevelEditor } from './level-editor.ts';
import { eraOfLevel } from './level-era.ts';
import { PlayerFiles } from './player-files.ts';
import type { EditContext } from './save-edit.ts';
import type { SlotTable } from './slot-table.ts';

/** What the edits of one save share. Searches of the whole file are done once, when they are first needed. */
export class SaveEditor implements EditContext {
  readonly files: OpenSave;
  readonly level: LevelEditor;
  readonly newId: EditContext['newId'];
  readonly nowMs: number;
  readonly items: DynamicItems;
  readonly playerFiles: PlayerFiles;
  /** By the elements of the container's `Slots`. */
  readonly slotTables = new WeakMap<TreeValue[], SlotTable>();
  #era: SaveEra | undefined;
  #itemSlotForm: BlobForm | undefined;

  constructor(files: OpenSave, level: LevelEditor, context: EditContext) {
    this.files = files;
    this.level = level;
    this.newId = context.newId;
    this.nowMs = context.nowMs;
    this.playerFiles = new PlayerFiles(files);
    this.items = new DynamicItems(level, () => this.era);
  }

  get era(): SaveEra {
    this.#era ??= eraOfLevel(this.level);
    return this.#era;
  }

  /** How slots of items are written in this file. */
  get itemSlotForm(): BlobForm {
    this.#itemSlotForm ??= siblingForm(this.level, 'itemSlot', this.era);
    return this.#itemSlotForm;
  }
}
