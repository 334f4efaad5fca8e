import type { SaveGuid } from '../format/save-types.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import type { RecordBlob } from './record-blob.ts';

/** A character as a group lists it. */
export interface Handle {
  readonly playerUid: SaveGuid;
  readonly instanceId: SaveGuid;
}

/** The blob of a group as far as edits change it: its handles, and the bytes on both sides (palworld-save 4.2). */
export interface GroupBlob {
  /** Id and name. */
  readonly head: Uint8Array;
  readonly handles: readonly Handle[];
  /** All that follows the handles. */
  readonly rest: Uint8Array;
}

/** Throws `CorruptDataError`. */
export function readGroupBlob({ bytes }: RecordBlob): GroupBlob {
  const reader = new ByteReader(bytes);
  reader.take(16);
  reader.skipText();
  const head = bytes.subarray(0, reader.at);
  const handles: Handle[] = [];
  const count = reader.count(32);
  for (let index = 0; index < count; index += 1) {
    handles.push({ playerUid: reader.guid(), instanceId: reader.guid() });
  }
  return { head, handles, rest: bytes.subarray(reader.at) };
}

export function writeGroupBlob({ head, handles, rest }: GroupBlob): Buffer {
  const blob = new ByteWriter();
  blob.raw(head);
  blob.u32(handles.length);
  for (const { playerUid, instanceId } of handles) {
    blob.guid(playerUid);
    blob.guid(instanceId);
  }
  blob.raw(rest);
  return blob.result();
}
