import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { parseGuid } from '@palatine/contract';
import type { RosterPlayer, WorldKey } from '@palatine/fleet';
import { transaction } from '@palatine/platform/sqlite';

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

/** Rows that are written at once: a few milliseconds. */
const PART = 200;

/** Writes the roster of a world, a part each time that it is continued; only rows that differ change. */
export function rosterWriter(database: DatabaseSync) {
  const columns = ['world', 'uid', ...CHANGING];
  const changed = CHANGING.map((column) => `excluded.${column}`);
  const put = database.prepare(
    `insert into players (${columns.join()}) values (${columns.map((column) => `:${column}`).join()})
     on conflict (world, uid) do update set (${CHANGING.join()}) = (${changed.join()})
     where (${CHANGING.join()}) is not (${changed.join()})`,
  );
  const after = database.prepare(
    `select id, uid from players where world = ? and uid > ? order by uid limit ${PART}`,
  );
  const remove = database.prepare('delete from players where id = ?');

  return function* write(world: WorldKey, players: readonly RosterPlayer[]): Generator<void> {
    const uids = new Set<string>();
    for (let from = 0; from < players.length; from += PART) {
      const rows = players.slice(from, from + PART).map((player) => rowOf(world, player));
      transaction(database, () => {
        for (const row of rows) put.run(row);
      });
      for (const { uid } of rows) uids.add(uid);
      yield;
    }
    for (let last: string | undefined = ''; last !== undefined; yield) {
      const rows = after.all(world, last) as Pick<PlayerRow, 'id' | 'uid'>[]; // its columns
      const others = rows.filter(({ uid }) => !uids.has(uid));
      transaction(database, () => {
        for (const { id } of others) remove.run(id);
      });
      last = rows.at(-1)?.uid;
    }
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
