import type { SaveEra } from '../format/save-era.ts';
import type { SaveGuid } from '../format/save-types.ts';
import type { OpenSave } from '../read/open-save.ts';
import type { TreeValue } from '../tree/property-tree.ts';
import { type BlobForm, type BlobKind, siblingForm } from './blob-sibling.ts';
import { removeWorkAssignments } from './camp/work-assignments.ts';
import { CharacterCensus } from './character-census.ts';
import { DynamicItems } from './dynamic-items.ts';
import { Guilds } from './guilds.ts';
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
  /** The instances of Pals that edits removed. */
  readonly removedPals = new Set<SaveGuid>();
  /** Identities that nothing may name any more when all edits are done, with what each was, for a message. */
  readonly removed = new Map<SaveGuid, string>();
  readonly #forms = new Map<BlobKind, BlobForm>();
  #era: SaveEra | undefined;
  #census: CharacterCensus | undefined;
  #guilds: Guilds | undefined;

  constructor(files: OpenSave, level: LevelEditor, context: EditContext) {
    this.files = files;
    this.level = level;
    this.newId = context.newId;
    this.nowMs = context.nowMs;
    this.playerFiles = new PlayerFiles(files);
    this.items = new DynamicItems(level, this);
  }

  get era(): SaveEra {
    this.#era ??= eraOfLevel(this.level);
    return this.#era;
  }

  get census(): CharacterCensus {
    this.#census ??= new CharacterCensus(this.level, this.era);
    return this.#census;
  }

  get guilds(): Guilds {
    this.#guilds ??= new Guilds(this.level);
    return this.#guilds;
  }

  /** How new blobs of a kind are written in this file. */
  form(kind: BlobKind): BlobForm {
    const known = this.#forms.get(kind);
    if (known !== undefined) return known;
    const form = siblingForm(this.level, kind, () => this.era);
    this.#forms.set(kind, form);
    return form;
  }

  /** Completes what edits share: lists of guilds, states of items, work of removed Pals. Call it before `level.write`. */
  finish(): void {
    removeWorkAssignments(this.level, this.removedPals);
    this.#guilds?.finish();
    this.items.finish();
  }
}
