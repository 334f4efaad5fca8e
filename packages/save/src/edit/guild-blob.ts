import { CorruptDataError } from '../format/save-error.ts';
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

/** The uids of a guild's members. Throws `CorruptDataError` unless the blob ends where it should. */
export function guildMembers({ bytes, versions }: RecordBlob): SaveGuid[] {
  const reader = new ByteReader(bytes);
  const mark = () => reader.take(versions.mark ? 4 : 0);
  reader.take(16);
  reader.skipText(); // the founder
  reader.skipArray(32); // handles
  mark();
  reader.u8(); // type of organisation
  reader.skipArray(16); // camps
  mark();
  reader.i32(); // level of the camps
  reader.skipArray(16); // palboxes
  reader.skipText(); // the name
  if (versions.guild >= 1) reader.take(16); // who gave it
  if (versions.guild >= 2) {
    reader.skipArray(16 + 24 + 4 + 16); // markers
    reader.skipArray(1); // roles allowed to the chest
  }
  mark();
  reader.take(16); // the admin
  const members: SaveGuid[] = [];
  const count = reader.count(16 + 8 + 4);
  for (let index = 0; index < count; index += 1) {
    members.push(reader.guid());
    reader.take(8); // last online
    reader.skipText();
    if (versions.guild >= 2) reader.u8(); // role
  }
  if (versions.guild >= 2) skipPermissions(reader);
  mark();
  if (reader.left !== 0) throw new CorruptDataError(`${reader.left} bytes follow the members of the guild`);
  return members;
}

function skipPermissions(reader: ByteReader): void {
  const count = reader.count(5);
  for (let index = 0; index < count; index += 1) {
    reader.u8();
    reader.skipArray(1);
  }
}
