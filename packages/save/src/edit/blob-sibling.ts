import type { SaveEra } from '../format/save-types.ts';
import { BLOB_VERSION_IDS, type BlobVersions, blobVersions, NO_VERSIONS } from '../read/blob-versions.ts';
import type { TreeProperty, TreeValue } from '../tree/property-tree.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { dynamicItemKind } from './dynamic-item-blob.ts';
import type { LevelEditor, SectionName } from './level-editor.ts';
import { bytesProperty } from './make-property.ts';
import { bytesOf, elementsOf, findProperty, listOf } from './property-list.ts';

export type BlobKind = 'character' | 'characterSlot' | 'itemSlot' | 'egg' | 'weapon' | 'armor';

/** Layout versions of a new blob, and the property that holds them; null in saves of 2024. */
export interface BlobForm {
  readonly versions: BlobVersions;
  readonly property: TreeProperty | null;
}

/** The form of the blob of a record, which may have its versions beside it. */
export function blobForm(properties: readonly TreeProperty[]): BlobForm {
  const property = findProperty(properties, 'CustomVersionData');
  if (property === undefined) return { versions: NO_VERSIONS, property: null };
  const bytes = Buffer.from(bytesOf(property.value));
  return { versions: blobVersions(bytes, 0, bytes.length), property };
}

/** A copy of the versions for a new record: none in saves of 2024. */
export function versionsOf({ property }: BlobForm): TreeProperty[] {
  return property === null ? [] : [bytesProperty(property.name, bytesOf(property.value))];
}

/** The form of the first blob of a kind in the file, or, if the file has no such blob, the form that its era writes (save-writing 3.6). */
export function siblingForm(level: LevelEditor, kind: BlobKind, era: () => SaveEra): BlobForm {
  for (const properties of siblings(level, kind)) return blobForm(properties);
  return eraForm(kind, era());
}

function* siblings(level: LevelEditor, kind: BlobKind): Generator<readonly TreeProperty[]> {
  switch (kind) {
    case 'character':
      yield* withBlob(records(level, 'CharacterSaveParameterMap'));
      break;
    case 'characterSlot':
      yield* withBlob(slots(level, 'CharacterContainerSaveData'));
      break;
    case 'itemSlot':
      yield* withBlob(slots(level, 'ItemContainerSaveData'));
      break;
    default:
      for (const properties of withBlob(records(level, 'DynamicItemSaveData'))) {
        if (dynamicItemKind(blobBytes(properties), blobForm(properties).versions) === kind) yield properties;
      }
  }
}

function* records(level: LevelEditor, name: SectionName): Generator<readonly TreeProperty[]> {
  const section = level.find(name);
  for (const id of section?.ids() ?? []) {
    const record = section?.peek(id);
    if (record !== undefined) yield record.properties;
  }
}

function* slots(level: LevelEditor, name: SectionName): Generator<readonly TreeProperty[]> {
  for (const properties of records(level, name)) {
    const list = findProperty(properties, 'Slots');
    if (list !== undefined) yield* elementsOf(list.value).map((slot: TreeValue) => listOf(slot));
  }
}

/** An empty blob is a placeholder and has no layout. */
function* withBlob(lists: Iterable<readonly TreeProperty[]>): Generator<readonly TreeProperty[]> {
  for (const list of lists) if (blobBytes(list).length > 0) yield list;
}

function blobBytes(properties: readonly TreeProperty[]): Uint8Array {
  const blob = findProperty(properties, 'RawData');
  return blob === undefined ? new Uint8Array(0) : bytesOf(blob.value);
}

/** Beside the blobs of characters, eggs among them; the reader needs no name for it. */
const CHARACTER_ID = '0FFCF66C-11904899-B1609CF8-4A46475E';
const { mark, slot, weapon } = BLOB_VERSION_IDS;

/** The ids that each blob lists, all of them with version 1. */
const NEWER: Record<BlobKind, readonly string[]> = {
  character: [CHARACTER_ID, mark],
  characterSlot: [mark],
  itemSlot: [slot, mark],
  egg: [mark, CHARACTER_ID],
  weapon: [mark],
  armor: [mark],
};

const WRITTEN: Record<Exclude<SaveEra, 'A'>, typeof NEWER> = {
  B: {
    character: [CHARACTER_ID],
    characterSlot: [],
    itemSlot: [slot],
    egg: [CHARACTER_ID],
    weapon: [],
    armor: [],
  },
  C: NEWER,
  D: { ...NEWER, weapon: [weapon, mark] },
};

function eraForm(kind: BlobKind, era: SaveEra): BlobForm {
  if (era === 'A') return { versions: NO_VERSIONS, property: null };
  const ids = WRITTEN[era][kind];
  const bytes = new ByteWriter();
  bytes.u32(ids.length);
  for (const id of ids) {
    bytes.guid(id);
    bytes.i32(1);
  }
  return blobForm([bytesProperty('CustomVersionData', bytes.result())]);
}
