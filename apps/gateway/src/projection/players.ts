import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { parseGuid, Refusal, steamUserId } from '@palatine/contract';
import type { RosterPlayer, WorldKey } from '@palatine/fleet/messages';
import { type Condition, preparedStatements } from '@palatine/platform/sql-pages';
import { transaction } from '@palatine/platform/sqlite';
import type { VisibleWorlds } from './rows.ts';

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

const PLAYER_ROW_COLUMNS = 'id, world, uid, user_id, name, former, platform, level, guild, online, last_seen';

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
function searchable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD').replaceAll('\n', ' ');
}

/** Lower case, character by character: a sigma at the end of a search text may be inside the name. */
export function foldName(text: string): string {
  let folded = '';
  for (const character of text) folded += character.toLowerCase();
  return folded;
}

/** Minimum characters for the trigram index of names. */
const TRIGRAM = 3;

export interface PlayerQuery {
  /** A part of a name, or an identifier. */
  find?: string | undefined;
  world?: WorldKey | undefined;
  online?: boolean | undefined;
  worlds: VisibleWorlds;
  /** Whether a UserId may find its player. */
  byUserId: boolean;
  limit: number;
  /** `next` of the page before. */
  cursor?: string | undefined;
}

/** Finds players, exact matches first (cursor `e12`), then partial ones (`p34`), each by id. Throws VALIDATION_FAILED. */
export function playerSearch(database: DatabaseSync) {
  const prepare = preparedStatements(database);

  return (query: PlayerQuery): { rows: PlayerRow[]; next: string | undefined } => {
    const { find, limit, cursor, byUserId } = query;
    const text = find === undefined ? undefined : searchable(find);
    const exact = text === undefined ? NOBODY : exactMatch(text, byUserId);
    const part = text === undefined ? EVERYBODY : partOf(text, byUserId);
    const filters = filtersOf(query);
    if (cursor !== undefined) filters.push(afterCursor(cursor));
    const results = prepare(
      `select ${PLAYER_ROW_COLUMNS}, ${exact.sql} as exact from players
       where ${[`(exact or ${part.sql})`, ...filters.map(({ sql }) => sql)].join(' and ')}
       order by exact desc, id limit ?`,
    ).all(...exact.values, ...part.values, ...filters.flatMap(({ values }) => values), limit + 1);
    const rows = results as unknown as (PlayerRow & { exact: number })[]; // its columns
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return { rows: rows.slice(0, limit), next: last && `${last.exact === 1 ? 'e' : 'p'}${last.id}` };
  };
}

const NOBODY: Condition = { sql: 'false', values: [] };
const EVERYBODY: Condition = { sql: 'true', values: [] };

function filtersOf({ world, online, worlds }: PlayerQuery): Condition[] {
  const filters: Condition[] = [];
  if (world !== undefined) filters.push({ sql: 'world = ?', values: [world] });
  if (worlds !== 'all') {
    filters.push({
      sql: 'world in (select value from json_each(?))',
      values: [JSON.stringify([...worlds])],
    });
  }
  if (online !== undefined) filters.push({ sql: `online = ${Number(online)}`, values: [] });
  return filters;
}

function afterCursor(cursor: string): Condition {
  const [, kind, id] = /^([ep])([0-9]{1,15})$/.exec(cursor) ?? [];
  if (kind === undefined) {
    throw new Refusal('VALIDATION_FAILED', 'Cursor must be the Next of a page of this list');
  }
  const exact = Number(kind === 'e');
  return { sql: '(exact < ? or (exact = ? and id > ?))', values: [exact, exact, Number(id)] };
}

/** Matches the PlayerUID, the whole name, or the UserId. */
function exactMatch(text: string, byUserId: boolean): Condition {
  const uid = parseGuid(text);
  if (uid !== undefined) return { sql: 'uid = ?', values: [uid] };
  const name = foldName(text);
  if (!byUserId) return { sql: 'name_key = ?', values: [name] };
  const sql = "(name_key = ? or (user_id = ? and user_id <> ''))";
  return { sql, values: [name, steamUserId(text) ?? text] };
}

/** Matches a part of a name; fewer than three characters match its beginning. */
function partOf(text: string, byUserId: boolean): Condition {
  if ([...text].length < TRIGRAM) {
    const beginning = foldName(text);
    return { sql: 'substr(name_key, 1, ?) = ?', values: [[...beginning].length, beginning] };
  }
  const columns = byUserId ? 'name former user_id' : 'name former';
  // Quotes keep operators from being interpreted.
  const query = `{${columns}} : "${text.replaceAll('"', '""')}"`;
  return { sql: 'id in (select rowid from players_text where players_text match ?)', values: [query] };
}
