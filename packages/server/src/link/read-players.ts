import { isIP } from 'node:net';
import { type Guid, isUserId, LIMITS, parseGuid, type UserId, ZERO_GUID } from '@palatine/contract';
import type { RosterPlayer } from '@palatine/world';
import { fieldsOf, integerWithin, type JsonFields, numberWithin, textIn } from './json-fields.ts';

/** Names in the game are far shorter. */
const NAME_CHARS = 256;
const MOST_PING_MS = 3_600_000;
/** The save keeps a level in a byte. */
const MOST_LEVEL = 255;

/**
 * Reads the body of GET /players leniently: everybody with a UserId, each once. Undefined when it is no such body, or
 * holds entries of which none can be read: that is not an empty server.
 */
export function readPlayers(json: unknown): RosterPlayer[] | undefined {
  const list = fieldsOf(json)?.get('players');
  if (!Array.isArray(list)) return undefined;
  const players = new Map<UserId, RosterPlayer>();
  for (const entry of list) {
    const player = readPlayer(fieldsOf(entry));
    if (player === undefined) continue;
    // While somebody connects again, the same UserId may stand there twice; the one with a PlayerUID is in the game.
    if (players.get(player.userId)?.uid === undefined) players.set(player.userId, player);
  }
  return players.size === 0 && list.length > 0 ? undefined : [...players.values()];
}

function readPlayer(fields: JsonFields | undefined): RosterPlayer | undefined {
  const userId = userIdIn(fields?.get('userid'));
  if (fields === undefined || userId === undefined) return undefined;
  const uid = playerUidIn(fields.get('playerid'));
  const pingMs = numberWithin(fields.get('ping'), 0, MOST_PING_MS);
  const level = integerWithin(fields.get('level'), 1, MOST_LEVEL);
  const location = locationIn(fields);
  return {
    uid,
    userId,
    name: textIn(fields.get('name'), NAME_CHARS) ?? '',
    ip: addressIn(fields.get('ip')),
    ...(pingMs !== undefined && { pingMs }),
    // Somebody who is loading stands at a default spot and has level 1, whatever the save says.
    ...(uid !== undefined && level !== undefined && { level }),
    ...(uid !== undefined && location !== undefined && { location }),
  };
}

/** A UserId as the game prints it; undefined for anything else. */
export function userIdIn(value: unknown): UserId | undefined {
  if (typeof value !== 'string') return undefined;
  const userId = value.trim();
  return isUserId(userId) ? userId : undefined;
}

/** A PlayerUID; undefined for `None` and zeros, which the game prints while somebody is loading. */
export function playerUidIn(value: unknown): Guid | undefined {
  if (typeof value !== 'string') return undefined;
  const uid = parseGuid(value.trim());
  return uid === ZERO_GUID ? undefined : uid;
}

function addressIn(value: unknown): string {
  const ip = typeof value === 'string' ? value.trim() : '';
  return isIP(ip) === 0 ? '' : ip;
}

function locationIn(fields: JsonFields): { x: number; y: number } | undefined {
  const [x, y] = ['location_x', 'location_y'].map((name) =>
    numberWithin(fields.get(name), -LIMITS.mapCoordinate, LIMITS.mapCoordinate),
  );
  return x === undefined || y === undefined ? undefined : { x, y };
}
