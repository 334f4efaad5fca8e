import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import Type, { type Static } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { MessageError, parseJson } from './frame.ts';
import { message } from './message.ts';

/** A roster is never larger when it is inflated: some 100,000 players. */
const MAX_BYTES = 32 * 1024 * 1024;

/** A player whom a world knows, as the players of its fleet are searched. */
export const RosterPlayer = Type.Object({
  /** PlayerUID. */
  Uid: Type.String({ minLength: 1 }),
  /** '' when unknown. */
  UserId: Type.String(),
  Name: Type.String(),
  /** Newest first. */
  FormerNames: Type.Array(Type.String()),
  Platform: Type.String(),
  Level: Type.Optional(Type.Integer()),
  /** The name of the guild. */
  Guild: Type.Optional(Type.String()),
  Online: Type.Boolean(),
  /** ISO 8601, UTC; absent when unknown, and while online. */
  LastSeen: Type.Optional(Type.String()),
});
export type RosterPlayer = Static<typeof RosterPlayer>;

/** The head of a roster; its players follow as deflated JSON. */
export const rosterHead = message({
  inc: Type.String({ minLength: 1 }),
  /** When it was made, in ms since 1970 by the clock of the world. */
  at: Type.Integer(),
  /** How many players follow. */
  count: Type.Integer({ minimum: 0 }),
});

/** All players that one world knows. */
export interface Roster {
  inc: string;
  at: number;
  players: readonly RosterPlayer[];
}

const deflate = promisify(deflateRaw);
let validator: Validator | undefined;

/** As it travels. A roster of many players is deflated beside the thread that answers requests. */
export async function packRoster({ inc, at, players }: Roster): Promise<Uint8Array> {
  const body = await deflate(JSON.stringify(players));
  return rosterHead.packWith({ inc, at, count: players.length }, body);
}

/** Throws a MessageError for what is no roster. */
export function unpackRoster(frame: Uint8Array): Roster {
  const { head, body } = rosterHead.unpackWith(frame);
  const players = parseJson(inflated(body));
  validator ??= Compile(Type.Array(RosterPlayer)) as unknown as Validator; // compiled where it is used
  if (!validator.Check(players)) throw new MessageError('the players are not in the shape of a roster');
  const checked = players as RosterPlayer[]; // the validator has just looked at it
  if (checked.length !== head.count) throw new MessageError(`${checked.length} players, not ${head.count}`);
  return { inc: head.inc, at: head.at, players: checked };
}

function inflated(body: Uint8Array): string {
  try {
    return inflateRawSync(body, { maxOutputLength: MAX_BYTES }).toString();
  } catch (cause) {
    throw new MessageError('the players cannot be inflated', { cause });
  }
}
