import { CorruptDataError } from '../format/save-error.ts';
import type { SaveDynamicItem, SaveGuid } from '../format/save-types.ts';
import type { BlobVersions } from '../read/blob-versions.ts';
import { ByteReader } from '../read/byte-reader.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { readPropertyList } from '../tree/read-properties.ts';
import { writePropertyList } from '../tree/write-properties.ts';
import { ByteWriter } from '../write/byte-writer.ts';

/** The blob of an item with its own state (docs/save-format.md#dynamic-items). */
export interface DynamicItemBlob {
  /** Zero in every save so far. */
  readonly worldId: SaveGuid;
  readonly id: SaveGuid;
  readonly itemId: string;
  readonly body: DynamicItemBody;
}

export type DynamicItemBody =
  | Exclude<SaveDynamicItem['body'], { kind: 'egg' }>
  /** `properties` are those of the character's blob: none as long as the Pal is not rolled. */
  | { kind: 'egg'; characterId: string; properties: TreeProperty[]; groupId: SaveGuid };

/** Kind of a blob, by its item id and its length. */
export function dynamicItemKind(bytes: Uint8Array, versions: BlobVersions): DynamicItemBody['kind'] {
  const reader = new ByteReader(bytes);
  reader.take(32);
  if (reader.text().toLowerCase().startsWith('palegg')) return 'egg';
  return reader.left === 4 + 2 * markBytes(versions) ? 'armor' : 'weapon';
}

/** Reads a blob. Throws `CorruptDataError` unless writing it back would give the same bytes. */
export function readDynamicItemBlob(bytes: Uint8Array, versions: BlobVersions): DynamicItemBlob {
  const reader = new ByteReader(bytes);
  const worldId = reader.guid();
  const id = reader.guid();
  const itemId = reader.text();
  reader.take(markBytes(versions));
  const body = readBody(reader, dynamicItemKind(bytes, versions), versions);
  const item = { worldId, id, itemId, body };
  if (!writeDynamicItemBlob(item, versions).equals(bytes)) {
    throw new CorruptDataError('it cannot be rewritten unchanged, so it cannot be edited');
  }
  return item;
}

function readBody(reader: ByteReader, kind: DynamicItemBody['kind'], versions: BlobVersions) {
  if (kind === 'egg') {
    const characterId = reader.text();
    const { properties, end } = readPropertyList(reader.bytes, reader.at);
    reader.at = end + 4;
    return { kind, characterId, properties, groupId: reader.guid() };
  }
  const durability = reader.f32();
  if (kind === 'armor') return { kind, durability };
  const [bullets, passives] = [reader.i32(), reader.texts()];
  return { kind, durability, bullets, passives, ammoItemId: versions.weapon >= 1 ? reader.text() : 'None' };
}

export function writeDynamicItemBlob({ worldId, id, itemId, body }: DynamicItemBlob, versions: BlobVersions) {
  const blob = new ByteWriter();
  blob.guid(worldId);
  blob.guid(id);
  blob.text(itemId);
  blob.zeros(markBytes(versions));
  writeBody(blob, body, versions);
  blob.zeros(markBytes(versions));
  return blob.result();
}

function writeBody(blob: ByteWriter, body: DynamicItemBody, versions: BlobVersions): void {
  if (body.kind === 'egg') {
    blob.text(body.characterId);
    blob.raw(writePropertyList(body.properties));
    blob.u32(0);
    blob.guid(body.groupId);
    return blob.zeros(markBytes(versions));
  }
  blob.f32(body.durability);
  if (body.kind === 'armor') return;
  blob.i32(body.bullets);
  blob.texts(body.passives);
  if (versions.weapon >= 1) blob.text(body.ammoItemId === '' ? 'None' : body.ammoItemId);
}

function markBytes(versions: BlobVersions): number {
  return versions.mark ? 4 : 0;
}
