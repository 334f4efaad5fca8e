import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { MessageError } from './frame.ts';
import { type Roster, roster } from './messages.ts';

/** Of a roster that is unpacked: some 300,000 players. */
const MOST_BYTES = 64 * 1024 * 1024;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** As it travels: JSON, deflated. */
export async function packRoster(value: Roster): Promise<Uint8Array> {
  return deflate(roster.pack(value));
}

/** Throws a MessageError for bytes that are no roster, or too large a one. */
export async function unpackRoster(bytes: Uint8Array): Promise<Roster> {
  return roster.unpack(await inflated(bytes));
}

async function inflated(bytes: Uint8Array): Promise<string> {
  try {
    return (await inflate(bytes, { maxOutputLength: MOST_BYTES })).toString('utf8');
  } catch (cause) {
    throw new MessageError('not deflated, or too large', { cause });
  }
}
