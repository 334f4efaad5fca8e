import type { SaveEra } from '../format/save-types.ts';
import { BLOB_VERSION_IDS, type BlobVersions, blobVersions, NO_VERSIONS } from '../read/blob-versions.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { dynamicItemKind } from './dynamic-item-blob.ts';
import type { LevelEditor, SectionName } from './level-editor.ts';
import { bytesProperty } from './make-property.ts';
import { bytesOf, elementsOf, findProperty, listOf } from './property-list.ts';

export type BlobKind = 'character' | 'characterSlot' | 'itemSlot' | 'egg' | 'weapon' | 'armor';

/** Layout versions of a new blob, and the property that holds them; null in saves of 2024. */
export type BlobForm = Readonly<{ versions: BlobVersions; property: TreeProperty | null }>;

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

/** The section that holds the blobs of a kind, and whether they are in its slots. */
const HOLDERS: Partial<Record<BlobKind, readonly [section: SectionName, inSlots?: 'Slots']>> = {
  character: ['CharacterSaveParameterMap'],
  characterSlot: ['CharacterContainerSaveData', 'Slots'],
  itemSlot: ['ItemContainerSaveData', 'Slots'],
};

/** The form of the first such blob in the file, else that of its era (docs/save-format.md#versions-of-new-blobs). */
export function siblingForm(level: LevelEditor, kind: BlobKind, era: () => SaveEra): BlobForm {
  const [name, inSlots] = HOLDERS[kind] ?? (['DynamicItemSaveData'] as const);
  const section = level.section(name);
  for (const id of section.ids()) {
    const properties = section.viewRecord(id)?.properties ?? [];
    const slots = inSlots && findProperty(properties, inSlots);
    const lists = inSlots ? (slots ? elementsOf(slots.value).map(listOf) : []) : [properties];
    const sibling = lists.find((list) => isOfKind(list, kind, name));
    if (sibling !== undefined) return blobForm(sibling);
  }
  return eraForm(kind, era());
}

/** An empty blob is a placeholder and has no layout. */
function isOfKind(list: readonly TreeProperty[], kind: BlobKind, section: SectionName): boolean {
  const blob = findProperty(list, 'RawData');
  const bytes = blob === undefined ? new Uint8Array(0) : bytesOf(blob.value);
  if (bytes.length === 0) return false;
  return section !== 'DynamicItemSaveData' || dynamicItemKind(bytes, blobForm(list).versions) === kind;
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

const NO_MARK = { characterSlot: [], weapon: [], armor: [] };

const WRITTEN: Record<Exclude<SaveEra, 'A'>, typeof NEWER> = {
  B: { ...NO_MARK, character: [CHARACTER_ID], itemSlot: [slot], egg: [CHARACTER_ID] },
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
