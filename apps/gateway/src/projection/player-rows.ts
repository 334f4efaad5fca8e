import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { parseGuid } from '@palatine/contract';
import type { RosterPlayer, WorldKey } from '@palatine/fleet';

/** A stored player of a world. */
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

/** Columns that a roster may change. */
const CHANGING = 'user_id name name_key former platform level guild online last_seen'.split(' ');

/** Writes the roster of a world; only rows that differ change. */
export function rosterWriter(database: DatabaseSync) {
  const columns = ['world', 'uid', ...CHANGING];
  const changed = CHANGING.map((column) => `excluded.${column}`);
  const put = database.prepare(
    `insert into players (${columns.join()}) values (${columns.map((column) => `:${column}`).join()})
     on conflict (world, uid) do update set (${CHANGING.join()}) = (${changed.join()})
     where (${CHANGING.join()}) is not (${changed.join()})`,
  );
  const removeOthers = database.prepare(
    'delete from players where world = ? and uid not in (select value from json_each(?))',
  );

  return (world: WorldKey, players: readonly RosterPlayer[]): void => {
    const rows = players.map((player) => rowOf(world, player));
    removeOthers.run(world, JSON.stringify(rows.map(({ uid }) => uid)));
    for (const row of rows) put.run(row);
  };
}

function rowOf(world: WorldKey, player: RosterPlayer): Omit<PlayerRow, 'id'> & Record<string, SQLInputValue> {
  const { userId, formerNames, platform, level, guild, online, lastSeen } = player;
  const lastSeenMs = lastSeen === undefined ? Number.NaN : Date.parse(lastSeen);
  const name = searchable(player.name);
  return {
    world,
    uid: parseGuid(player.uid) ?? player.uid,
    user_id: searchable(userId),
    name,
    name_key: foldName(name),
    former: formerNames.map(searchable).join('\n'),
    platform,
    level: level ?? null,
    guild: guild ?? null,
    online: Number(online),
    last_seen: Number.isNaN(lastSeenMs) ? null : lastSeenMs,
  };
}

/** Makes a text storable and searchable in one line: no zeros, which end a text in SQLite, and no half characters. */
export function searchable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD').replaceAll('\n', ' ');
}

/** Lower case, character by character: a sigma at the end of a search text may be inside the name. */
export function foldName(text: string): string {
  let folded = '';
  for (const character of text) folded += character.toLowerCase();
  return folded;
}
