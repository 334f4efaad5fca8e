import { isIP } from 'node:net';
import { type Guid, isUserId, LIMITS, parseGuid, type UserId, ZERO_GUID } from '@palatine/contract';
import {
  fieldsOf,
  integerWithin,
  type JsonFields,
  numberWithin,
  textIn,
  withoutUndefined,
} from '@palatine/platform/json';
import type { RosterPlayer } from '@palatine/world/roster';

export interface GameServerInfo {
  /** As printed, such as `v1.0.5.102999`. */
  readonly version?: string;
  /** '' if unknown. */
  readonly name: string;
  /** 32 hexadecimal digits in upper case: the name of the world's folder. Absent if unknown. */
  readonly worldGuid?: string;
}

const VERSION_CHARS = 64;
const GUID = /^[0-9A-F]{32}$/;

/** Reads the body of GET /info leniently; undefined for another body. */
export function readInfo(json: unknown): GameServerInfo | undefined {
  const fields = fieldsOf(json);
  if (fields === undefined) return undefined;
  const version = textIn(fields.get('version'), VERSION_CHARS);
  const name = textIn(fields.get('servername'), LIMITS.filterChars);
  const worldGuid = worldGuidIn(fields.get('worldguid'));
  if (version === undefined && name === undefined && worldGuid === undefined) return undefined;
  return { name: name ?? '', ...withoutUndefined({ version, worldGuid }) };
}

/** GUID of a world as in its folder name; undefined for zeros and for any other text. */
export function worldGuidIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const guid = value.trim().replaceAll('-', '').toUpperCase();
  return GUID.test(guid) && !/^0+$/.test(guid) ? guid : undefined;
}

/** Response of GET /metrics. A field omitted by the server is absent: unknown, not 0. */
export type GameServerMetrics = Readonly<NonNullable<ReturnType<typeof readMetrics>>>;

/** Reads the body of GET /metrics leniently; undefined if it has none of the fields. */
export function readMetrics(json: unknown) {
  const fields = fieldsOf(json);
  if (fields === undefined) return undefined;
  const measure = (name: string) => numberWithin(fields.get(name), 0, Number.MAX_VALUE);
  const count = (name: string) => integerWithin(fields.get(name), 0, Number.MAX_SAFE_INTEGER);
  const metrics = withoutUndefined({
    FPS: measure('serverfps'),
    FPSAverage: measure('serverfpsaverage'),
    FrameTimeMs: measure('serverframetime'),
    UptimeSeconds: measure('uptime'),
    InGameDay: count('days'),
    Players: count('currentplayernum'),
    MaxPlayers: count('maxplayernum'),
    BaseCamps: count('basecampnum'),
  });
  return Object.keys(metrics).length === 0 ? undefined : metrics;
}

type SettingValue = string | number | boolean;

/** Settings of the running process, in its spelling; no lists or passwords. No prototype: names come from outside. */
export type GameServerSettings = Readonly<Record<string, SettingValue>>;

/** The game has about 110. */
const MAX_SETTINGS = 1000;

/** Reads the body of GET /settings leniently; undefined if it is not an object or has no setting. */
export function readSettings(json: unknown): GameServerSettings | undefined {
  if (fieldsOf(json) === undefined) return undefined;
  const settings: Record<string, SettingValue> = Object.create(null);
  let count = 0;
  for (const [name, value] of Object.entries(json as object)) {
    const setting = settingIn(value);
    if (setting === undefined || name.length > LIMITS.idChars || /password/i.test(name)) continue;
    if (count === MAX_SETTINGS) break;
    settings[name] = setting;
    count += 1;
  }
  return count === 0 ? undefined : settings;
}

function settingIn(value: unknown): SettingValue | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return textIn(value, LIMITS.messageChars);
}

/** A setting by name in any case: the server prints `autoSaveSpan` for AutoSaveSpan. */
export function setting(settings: GameServerSettings, name: string): SettingValue | undefined {
  return (fieldsOf(settings) as JsonFields).get(name.toLowerCase()) as SettingValue | undefined; // from readSettings
}

/** Seconds between autosaves; undefined if unknown. */
export function autoSaveSpanSeconds(settings: GameServerSettings): number | undefined {
  return numberWithin(setting(settings, 'AutoSaveSpan'), 1, 86_400);
}

/** Names in the game are far shorter. */
const NAME_CHARS = 256;
const MAX_PING_MS = 3_600_000;
/** A save stores a level in a byte. */
const MAX_LEVEL = 255;

/** Reads GET /players: everybody with a UserId, once. Undefined for another or an unreadable body. */
export function readPlayers(json: unknown): RosterPlayer[] | undefined {
  const list = fieldsOf(json)?.get('players');
  if (!Array.isArray(list)) return undefined;
  const players = new Map<UserId, RosterPlayer>();
  for (const entry of list) {
    const player = readPlayer(fieldsOf(entry));
    if (player === undefined) continue;
    // While a player reconnects, the same UserId may be listed twice; the one with a PlayerUID is in the game.
    if (players.get(player.userId)?.uid === undefined) players.set(player.userId, player);
  }
  return players.size === 0 && list.length > 0 ? undefined : [...players.values()];
}

function readPlayer(fields: JsonFields | undefined): RosterPlayer | undefined {
  const userId = userIdIn(fields?.get('userid'));
  if (fields === undefined || userId === undefined) return undefined;
  const uid = playerUidIn(fields.get('playerid'));
  const pingMs = numberWithin(fields.get('ping'), 0, MAX_PING_MS);
  const level = integerWithin(fields.get('level'), 1, MAX_LEVEL);
  return {
    uid,
    userId,
    name: textIn(fields.get('name'), NAME_CHARS) ?? '',
    ip: addressIn(fields.get('ip')),
    ...withoutUndefined({ pingMs }),
    // A loading player has a default location and level 1, whatever the save says.
    ...(uid !== undefined && withoutUndefined({ level, location: locationIn(fields) })),
  };
}

/** A UserId as the game prints it; undefined for anything else. */
function userIdIn(value: unknown): UserId | undefined {
  if (typeof value !== 'string') return undefined;
  const userId = value.trim();
  return isUserId(userId) ? userId : undefined;
}

/** A PlayerUID; undefined for `None` and zeros, which the game prints for a loading player. */
function playerUidIn(value: unknown): Guid | undefined {
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
