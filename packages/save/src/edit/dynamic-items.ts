import { ZERO_GUID } from '../format/guid.ts';
import type { SaveDynamicItem, SaveGuid } from '../format/save-types.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { type BlobForm, type BlobKind, blobForm, versionsOf } from './blob-sibling.ts';
import {
  type DynamicItemBlob,
  type DynamicItemBody,
  readDynamicItemBlob,
  writeDynamicItemBlob,
} from './dynamic-item-blob.ts';
import { changedEgg, type EggContext, newEgg } from './egg.ts';
import type { LevelEditor, SectionEditor } from './level-editor.ts';
import { bytesProperty, guidProperty, nameProperty, structProperty } from './make-property.ts';
import { bytesOf, requireProperty } from './property-list.ts';
import { SaveEditError } from './save-edit.ts';

const SECTION = 'DynamicItemSaveData';

/**
 * The records of items with a state of their own: one per slot, never shared. A record goes with the slot that named
 * it, unless another slot names it when all edits are done: then the item was moved.
 */
export class DynamicItems {
  readonly #level: LevelEditor;
  readonly #editor: EggContext & { form(kind: BlobKind): BlobForm };
  /** Ids of records whose slot was emptied. */
  readonly #released = new Set<SaveGuid>();
  /** Ids that edited slots name, with those slots; `moved` says that the slot did not name it before. */
  readonly #claimed = new Map<SaveGuid, { readonly slot: string; readonly moved: boolean }>();

  constructor(level: LevelEditor, editor: EggContext & { form(kind: BlobKind): BlobForm }) {
    this.#level = level;
    this.#editor = editor;
  }

  /** The world id of a record, which its slot repeats; the zero GUID where there is no such record. */
  worldId(id: SaveGuid): SaveGuid {
    const record = id === ZERO_GUID ? undefined : this.#section().peek(id);
    return record === undefined ? ZERO_GUID : readStored(record.properties).worldId;
  }

  has(id: SaveGuid): boolean {
    return this.#section().has(id);
  }

  /** Takes note that a slot names the record no more. */
  release(id: SaveGuid): void {
    if (id !== ZERO_GUID) this.#released.add(id);
  }

  /**
   * Writes the state of the item in a slot: a new record, or the changed fields of the one that is there. `before` is
   * the id that the slot named so far. Throws a `SaveEditError` for a state that another slot has.
   */
  claim(item: SaveDynamicItem, slot: string, before: SaveGuid): void {
    const other = this.#claimed.get(item.id);
    if (other !== undefined && other.slot !== slot) {
      throw new SaveEditError(`the state ${item.id} of an item would be in ${other.slot} and in ${slot}`);
    }
    const stored = this.#section().get(item.id);
    this.#claimed.set(item.id, { slot, moved: stored !== undefined && before !== item.id });
    if (stored === undefined) this.#add(item);
    else this.#change(stored.properties, item);
  }

  /** Removes the records that no slot names any more. Call it when all slots are written. */
  finish(): void {
    const section = this.#section();
    for (const [id, { slot, moved }] of this.#claimed) {
      if (moved && !this.#released.has(id)) {
        throw new SaveEditError(`the state ${id} of the item for ${slot} belongs to another slot already`);
      }
    }
    for (const id of this.#released) {
      if (!this.#claimed.has(id) && section.has(id)) section.remove(id);
    }
    this.#released.clear();
    this.#claimed.clear();
  }

  #section(): SectionEditor {
    return this.#level.sectionOrNew(SECTION);
  }

  #add({ id, itemId, body }: SaveDynamicItem): void {
    const form = this.#editor.form(body.kind);
    const written = body.kind === 'egg' ? newEgg(this.#editor, body) : body;
    const blob = { worldId: ZERO_GUID, id, itemId, body: written };
    const properties: TreeProperty[] = [
      ...(form.property === null ? namesOf2024(blob) : []),
      bytesProperty('RawData', writeDynamicItemBlob(blob, form.versions)),
      ...versionsOf(form),
    ];
    this.#section().add(id, { key: null, properties });
  }

  #change(properties: readonly TreeProperty[], item: SaveDynamicItem): void {
    const stored = readStored(properties);
    if (stored.itemId.toLowerCase() !== item.itemId.toLowerCase()) {
      throw new SaveEditError(`the state ${item.id} is one of ${stored.itemId}, not of ${item.itemId}`);
    }
    const body = this.#changedBody(stored, item);
    const blob = writeDynamicItemBlob({ ...stored, body }, blobForm(properties).versions);
    requireProperty(properties, 'RawData').value = blob;
  }

  #changedBody({ itemId, body: stored }: DynamicItemBlob, { body }: SaveDynamicItem): DynamicItemBody {
    if (stored.kind === 'egg' && body.kind === 'egg') return changedEgg(this.#editor, stored, body);
    if (stored.kind === 'egg' || body.kind === 'egg' || stored.kind !== body.kind) {
      throw new SaveEditError(`the state of ${itemId} is one of ${stored.kind}, not of ${body.kind}`);
    }
    return body;
  }
}

function readStored(properties: readonly TreeProperty[]): DynamicItemBlob {
  const bytes = bytesOf(requireProperty(properties, 'RawData').value);
  return readDynamicItemBlob(bytes, blobForm(properties).versions);
}

/** Saves of 2024 repeat id and item beside the blob. */
function namesOf2024({ worldId, id, itemId }: DynamicItemBlob): TreeProperty[] {
  const dynamicId = [guidProperty('CreatedWorldId', worldId), guidProperty('LocalIdInCreatedWorld', id)];
  return [structProperty('ID', 'PalDynamicItemId', dynamicId), nameProperty('StaticItemId', itemId)];
}
