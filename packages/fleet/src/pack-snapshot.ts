import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { MessageError } from './message.ts';
import { type Snapshot, snapshot } from './messages.ts';

/** Of a snapshot that is unpacked: some 100,000 players. */
const MAX_BYTES = 32 * 1024 * 1024;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** A snapshot as it travels: JSON, deflated. */
export async function packSnapshot(value: Snapshot): Promise<Uint8Array> {
  return deflate(snapshot.pack(value));
}

/** Throws a MessageError for bytes that are no snapshot, or too large a one. */
export async function unpackSnapshot(bytes: Uint8Array): Promise<Snapshot> {
  let text: string;
  try {
    text = (await inflate(bytes, { maxOutputLength: MAX_BYTES })).toString('utf8');
  } catch (cause) {
    throw new MessageError('not deflated, or too large', { cause });
  }
  return snapshot.unpack(text);
}
