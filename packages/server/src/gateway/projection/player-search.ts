import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { parseGuid, steamUserId } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import { type Prepare, preparedStatements } from '../../store/pages.ts';
import { foldName, ftsQuery, PLAYER_ROW_COLUMNS, type PlayerRow, searchable } from './player-rows.ts';
import type { VisibleWorlds } from './visible-worlds.ts';

/** The SQL function behind parts of names where the index of parts is not used. */
const NAME_CONTAINS = 'palatine_name_contains';
/** The least characters that the index of parts of names finds. */
const TRIGRAM = 3;
/** Of what may be a part of a UserId the index is asked for the end only: the beginning nearly all players have. */
const PART_OF_ID = /^[!-~]+?(?<end>[0-9a-f]{6})$/i;
const ALL_PLAYERS: PlayerSource = { sql: 'select id from players', values: [], conditions: [] };
const ONLINE_PLAYERS: PlayerSource = {
  sql: 'select id from players indexed by players_online where online = 1',
  values: [],
  conditions: [],
};

export interface PlayerQuery {
  /** A part of a name, or an identifier. */
  find?: string | undefined;
  world?: WorldKey | undefined;
  online?: boolean | undefined;
  worlds: VisibleWorlds;
  /** Whether a UserId may find its player. */
  byUserId: boolean;
  limit: number;
  cursor?: PlayerCursor | undefined;
}

/** Where a page ended: first come those whom the text names exactly, then the others, each by the id of their row. */
export interface PlayerCursor {
  exact: boolean;
  id: number;
}

export interface PlayerPage {
  rows: PlayerRow[];
  next: PlayerCursor | undefined;
}

/** At most so many players are looked at for each of the two parts of a page. */
export const EXAMINED_PLAYERS = 2000;
/** Players that are looked at together. */
const CHUNK = 200;
/** A token that sees no more worlds than these has their players looked at, and not those of all. */
const FEW_WORLDS = 50;
const IN_WORLDS = 'world in (select value from json_each(?))';

export function playerSearch(database: DatabaseSync) {
  database.function(NAME_CONTAINS, { varargs: true, deterministic: true }, nameContains);
  const prepare = preparedStatements(database);

  /** A page may hold fewer rows than its limit, or none, and still have a next. */
  function search(query: PlayerQuery): PlayerPage {
    const { limit, cursor, byUserId } = query;
    const text = query.find === undefined ? undefined : searchable(query.find);
    const exact = text === undefined ? undefined : exactMatch(text, byUserId);
    const rows: PlayerRow[] = [];
    if (exact !== undefined && (cursor === undefined || cursor.exact)) {
      const found = read(prepare, query, exact.source, { after: cursor?.id ?? 0, limit });
      rows.push(...found.rows);
      if (found.next !== undefined) return { rows, next: { exact: true, id: found.next } };
      if (rows.length === limit) return { rows, next: { exact: false, id: 0 } };
    }
    const source = without(sourceOf(query, text), exact?.condition);
    const after = cursor === undefined || cursor.exact ? 0 : cursor.id;
    const found = read(prepare, query, source, { after, limit: limit - rows.length });
    rows.push(...found.rows);
    return { rows, next: found.next === undefined ? undefined : { exact: false, id: found.next } };
  }

  /** How each world knows the player with this UserId: those online and seen last first. */
  function sightings(userId: string, worlds: VisibleWorlds): PlayerRow[] {
    const rows = prepare(
      `select ${PLAYER_ROW_COLUMNS} from players where user_id = ? and user_id <> ''
       order by online desc, last_seen desc, id`,
    ).all(searchable(userId)) as unknown as PlayerRow[]; // its columns
    return worlds === 'all' ? rows : rows.filter(({ world }) => worlds.has(world));
  }

  return { search, sightings };
}

/** Where the players are looked for whom the text does not name exactly. */
function sourceOf({ world, online, worlds, byUserId }: PlayerQuery, text: string | undefined): PlayerSource {
  if (world !== undefined) return inWorlds([world], text, byUserId);
  if (worlds !== 'all' && worlds.size <= FEW_WORLDS) return inWorlds([...worlds], text, byUserId);
  if (text !== undefined) return byPart(text, byUserId);
  return online === true ? ONLINE_PLAYERS : ALL_PLAYERS;
}

function without(source: PlayerSource, exact: Sql | undefined): PlayerSource {
  if (exact === undefined) return source;
  const { sql, values } = exact;
  return { ...source, conditions: [...source.conditions, { sql: `not (${sql})`, values }] };
}

/** Reads the next rows of a source, and the row after which to go on. */
function read(
  prepare: Prepare,
  query: PlayerQuery,
  source: PlayerSource,
  { after, limit }: { after: number; limit: number },
): { rows: PlayerRow[]; next: number | undefined } {
  const filters = [...source.conditions, ...filtersOf(query)];
  const matching = prepare(
    `select ${PLAYER_ROW_COLUMNS} from players where id in (select value from json_each(?))
     ${filters.map(({ sql }) => `and ${sql}`).join(' ')} order by id`,
  );
  const values = filters.flatMap((filter) => filter.values);
  const rows: PlayerRow[] = [];
  let examined = 0;
  for (const ids of chunksOf(candidates(prepare, source, after))) {
    rows.push(...(matching.all(JSON.stringify(ids), ...values) as unknown as PlayerRow[])); // its columns
    if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id };
    examined += ids.length;
    if (examined === EXAMINED_PLAYERS) return { rows, next: ids.at(-1) };
  }
  return { rows, next: undefined };
}

/** The ids of a source, one by one: most pages are full after the first. */
function candidates(
  prepare: Prepare,
  { sql, values }: PlayerSource,
  after: number,
): Iterable<{ id: number }> {
  const select = prepare(`select id from (${sql}) where id > ? order by id limit ${EXAMINED_PLAYERS}`);
  return select.iterate(...values, after) as Iterable<unknown> as Iterable<{ id: number }>; // its column
}

function* chunksOf(rows: Iterable<{ id: number }>): Generator<number[]> {
  let chunk: number[] = [];
  for (const { id } of rows) {
    chunk.push(id);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function filtersOf({ world, online, worlds }: PlayerQuery): Sql[] {
  const filters: Sql[] = [];
  if (world !== undefined) filters.push({ sql: 'world = ?', values: [world] });
  if (worlds !== 'all') filters.push({ sql: IN_WORLDS, values: [JSON.stringify([...worlds])] });
  if (online !== undefined) filters.push({ sql: 'online = ?', values: [Number(online)] });
  return filters;
}

interface Sql {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Where players are looked for: a select of their ids by an index. */
interface PlayerSource extends Sql {
  /** What holds of those players and is not yet said by the source. */
  readonly conditions: readonly Sql[];
}

/** Of those whom a text names exactly: the source that finds them, and the condition that is true of them alone. */
interface ExactMatch {
  readonly source: PlayerSource;
  readonly condition: Sql;
}

function nameContains(wanted: unknown, ...texts: unknown[]): number {
  return Number(texts.some((text) => foldName(String(text)).includes(String(wanted))));
}

/** Those whom a text names: by the PlayerUID, the whole name, or the UserId. */
function exactMatch(text: string, byUserId: boolean): ExactMatch {
  const uid = parseGuid(text);
  if (uid !== undefined) return exactly('players_by_uid', { sql: 'uid = ?', values: [uid] });
  const name = exactly('players_by_name', { sql: 'name_key = ?', values: [foldName(text)] });
  if (!byUserId) return name;
  const sql = "(user_id = ? and user_id <> '')";
  const userId = exactly('players_by_user_id', { sql, values: [steamUserId(text) ?? text] });
  return {
    source: { ...joined(name.source, userId.source, 'union'), conditions: [] },
    condition: joined(name.condition, userId.condition, 'or'),
  };
}

/** All players of some worlds, of whom a text has to name a part. */
function inWorlds(worlds: readonly string[], text: string | undefined, byUserId: boolean): PlayerSource {
  return {
    sql: 'select id from players indexed by players_by_world where world in (select value from json_each(?))',
    values: [JSON.stringify(worlds)],
    conditions: text === undefined ? [] : [partOf(text, byUserId)],
  };
}

/** The players of all worlds of whom a text names a part; fewer than three characters name the beginning. */
function byPart(text: string, byUserId: boolean): PlayerSource {
  if ([...text].length < TRIGRAM) {
    const { column, sql, values } = beginningOf(text);
    return {
      sql: `select id from players indexed by players_by_${column} where ${sql}`,
      values,
      conditions: [],
    };
  }
  const end = byUserId ? PART_OF_ID.exec(text)?.groups?.end : undefined;
  return {
    sql: 'select rowid as id from players_text where players_text match ?',
    values: [ftsQuery(end ?? text, columnsOf(byUserId))],
    conditions: end === undefined ? [] : [partOf(text, byUserId)],
  };
}

function exactly(index: string, condition: Sql): ExactMatch {
  const sql = `select id from players indexed by ${index} where ${condition.sql}`;
  return { source: { sql, values: condition.values, conditions: [] }, condition };
}

function joined(one: Sql, other: Sql, word: 'union' | 'or'): Sql {
  return { sql: `${one.sql} ${word} ${other.sql}`, values: [...one.values, ...other.values] };
}

function partOf(text: string, byUserId: boolean): Sql {
  if ([...text].length < TRIGRAM) return beginningOf(text);
  const sql = `${NAME_CONTAINS}(?, ${columnsOf(byUserId).join(', ')})`;
  return { sql, values: [foldName(text)] };
}

/** Of one or two characters. */
function beginningOf(text: string): Sql & { column: string } {
  const column = [...text].length === 1 ? 'first_character' : 'first_two';
  return { column, sql: `${column} = ?`, values: [foldName(text)] };
}

function columnsOf(byUserId: boolean): string[] {
  return byUserId ? ['name', 'former', 'user_id'] : ['name', 'former'];
}
