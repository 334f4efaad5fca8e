import type { SaveDynamicItem } from '../format/save-types.ts';
import { readCharacterBlob } from './character.ts';
import { Blob, type SaveReader } from './save-reader.ts';

/** Reads `DynamicItemSaveData` (palworld-save 4.7): items with a state of their own. */
export function readDynamicItems(reader: SaveReader): SaveDynamicItem[] {
  const blob = new Blob();
  return reader.eachRecord(reader.structs(), () => {
    blob.clear();
    reader.blobList(blob);
    return reader.inBlob(blob, readDynamicItem);
  });
}

function readDynamicItem(reader: SaveReader): SaveDynamicItem | null {
  reader.take(16); // the world it was created in
  const id = reader.guid();
  const itemId = reader.text();
  if (!reader.mark()) return null;
  const body = readBody(reader, itemId);
  reader.mark();
  return { id, itemId, body };
}

function readBody(reader: SaveReader, itemId: string): SaveDynamicItem['body'] {
  if (itemId.toLowerCase().startsWith('palegg')) {
    return { kind: 'egg', characterId: reader.text(), character: readCharacterBlob(reader) };
  }
  const durability = reader.f32();
  if (reader.left === reader.markBytes) return { kind: 'armor', durability };
  const bullets = reader.i32();
  const passives = reader.texts();
  const ammoItemId = reader.versions.weapon >= 1 ? reader.text() : 'None';
  return { kind: 'weapon', durability, bullets, passives, ammoItemId };
}
