import type { DatabaseSync } from 'node:sqlite';
import { parseGuid } from '@palatine/contract';
import type { RosterPlayer, WorldKey } from '@palatine/fleet';

/** A player of a world as they are kept. */
export interface PlayerRow {
  id: number;
  world: WorldKey;
  uid: string;
  /** '' when unknown. */
  user_id: string;
  name: string;
  /** Former names, one a line, newest first. */
  former: string;
  platform: string;
  level: number | null;
  guild: string | null;
  /** 0 or 1. */
  online: number;
  /** ms since 1970; null when unknown, and while online. */
  last_seen: number | null;
}

export const PLAYER_ROW_COLUMNS =
  'id, world, uid, user_id, name, former, platform, level, guild, online, last_seen';

type PlayerFields = Omit<PlayerRow, 'id' | 'world'>;
const TEXTS = ['user_id', 'name', 'former'] as const;
const OTHERS = ['platform', 'level', 'guild', 'online', 'last_seen'] as const;

/** Brings the players of a world to what its roster says; only rows that differ are written. */
export function rosterWriter(database: DatabaseSync) {
  const known = database.prepare(`select ${PLAYER_ROW_COLUMNS} from players where world = ?`);
  const insert = database.prepare(
    `insert into players (world, uid, user_id, name, former, name_key, platform, level, guild, online, last_seen)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const rename = database.prepare(
    `update players set user_id = ?, name = ?, former = ?, name_key = ?
     where id = ?`,
  );
  const update = database.prepare(
    'update players set platform = ?, level = ?, guild = ?, online = ?, last_seen = ? where id = ?',
  );
  const remove = database.prepare('delete from players where id = ?');

  return (world: WorldKey, players: readonly RosterPlayer[]): void => {
    const rows = known.all(world) as unknown as PlayerRow[]; // its columns
    const byUid = new Map(rows.map((row) => [row.uid, row]));
    const present = new Map(players.map((player) => [parseGuid(player.uid) ?? player.uid, player]));
    for (const { id, uid } of rows) if (!present.has(uid)) remove.run(id);
    for (const [uid, player] of present) {
      const fields = fieldsOf(uid, player);
      const { user_id, name, former, platform, level, guild, online, last_seen } = fields;
      const row = byUid.get(uid);
      const texts = [user_id, name, former, foldName(name)];
      const others = [platform, level, guild, online, last_seen];
      if (row === undefined) insert.run(world, uid, ...texts, ...others);
      else {
        if (differ(row, fields, TEXTS)) rename.run(...texts, row.id);
        if (differ(row, fields, OTHERS)) update.run(...others, row.id);
      }
    }
  };
}

function differ(one: PlayerRow, other: PlayerFields, names: readonly (keyof PlayerFields)[]): boolean {
  return names.some((name) => one[name] !== other[name]);
}

function fieldsOf(uid: string, player: RosterPlayer): PlayerFields {
  const { userId, name, formerNames, platform, level, guild, online, lastSeen } = player;
  const lastSeenMs = lastSeen === undefined ? Number.NaN : Date.parse(lastSeen);
  return {
    uid,
    user_id: searchable(userId),
    name: searchable(name),
    former: formerNames.map(searchable).join('\n'),
    platform,
    level: level ?? null,
    guild: guild ?? null,
    online: Number(online),
    last_seen: Number.isNaN(lastSeenMs) ? null : lastSeenMs,
  };
}

/** A text as it is kept and searched, in one line: SQLite ends a text at a zero, and half a character is none. */
export function searchable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD').replaceAll('\n', ' ');
}

/** In lower case, each character by itself: a sigma at the end of a part is not the end of the name. */
export function foldName(text: string): string {
  let folded = '';
  for (const character of text) folded += character.toLowerCase();
  return folded;
}
