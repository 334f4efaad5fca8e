import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { closedObject, oneOf } from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import { fits } from '@palatine/platform/schema-problems';
import type { Static } from 'typebox';
import { WorldBan } from './lists.ts';
import { MessageError, type MessageOf, message, parseJson } from './protocol.ts';

/** A player of a world. Their addresses stay at the world. */
export const RosterPlayer = closedObject({
  uid: Type.String(),
  /** '' when unknown. */
  userId: Type.String(),
  name: Type.String(),
  /** Newest first. */
  formerNames: Type.Array(Type.String()),
  /** '' when unknown. */
  platform: Type.String(),
  level: Type.Optional(Type.Integer()),
  /** The name of the guild, '' for one without a name; absent without a guild. */
  guild: Type.Optional(Type.String()),
  online: Type.Boolean(),
  /** ISO 8601, UTC; absent when unknown, and while online. */
  lastSeen: Type.Optional(Type.String()),
});
export type RosterPlayer = Static<typeof RosterPlayer>;

/** The players of a world, or its local bans. */
export interface Snapshot {
  readonly version: string;
  readonly players?: readonly RosterPlayer[];
  readonly bans?: readonly WorldBan[];
}

const SNAPSHOT_ROWS = { players: RosterPlayer, bans: WorldBan };
const snapshotHead = message({
  version: Type.String({ maxLength: 128 }),
  of: oneOf(['players', 'bans'] as const),
});

/** Limits of an unpacked snapshot: ten times the players that a world is made for. */
const MAX_SNAPSHOT = { bytes: 32 * 1024 * 1024, rows: 50_000, lineBytes: 64 * 1024 };
/** Rows that are checked in one turn of the event loop: a few milliseconds. */
const TURN_ROWS = 500;

/** A head and the rows as lines of JSON, deflated, so that they can be read in pieces. */
export async function packSnapshot({ version, players, bans = [] }: Snapshot): Promise<Uint8Array> {
  const head = snapshotHead.pack({ version, of: players === undefined ? 'bans' : 'players' });
  const rows = (players ?? bans).map((row) => JSON.stringify(row));
  return promisify(deflateRaw)([head, ...rows].join('\n'));
}

/** Rejects with a MessageError for bytes that are no snapshot, or too large a one. */
export async function unpackSnapshot(bytes: Uint8Array): Promise<Snapshot> {
  const inflated = promisify(inflateRaw)(bytes, { maxOutputLength: MAX_SNAPSHOT.bytes });
  const text = await inflated.catch((cause: unknown) => {
    throw new MessageError('not deflated, or too large', { cause });
  });
  const rows: unknown[] = [];
  let head: MessageOf<typeof snapshotHead> | undefined;
  for (const line of linesOf(text)) {
    if (rows.length % TURN_ROWS === 0) await turn();
    const value = head === undefined ? undefined : parseJson(line);
    head ??= snapshotHead.unpack(line);
    if (value === undefined) continue;
    if (rows.length === MAX_SNAPSHOT.rows || !fits(SNAPSHOT_ROWS[head.of], value))
      throw new MessageError(`row ${rows.length + 1} is wrong, or too many`);
    rows.push(value);
  }
  if (head === undefined) throw new MessageError('empty');
  return { version: head.version, [head.of]: rows };
}

function* linesOf(bytes: Buffer): Generator<string> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\n', from);
    const to = end === -1 ? bytes.length : end;
    if (to - from > MAX_SNAPSHOT.lineBytes) throw new MessageError('a row is too long');
    yield bytes.toString('utf8', from, to);
    from = to + 1;
  }
}
