import type { DatabaseSync } from 'node:sqlite';
import type { WorldKey } from '@palatine/fleet';
import { type Prepare, preparedStatements } from '../../store/pages.ts';
import { PLAYER_ROW_COLUMNS, type PlayerRow } from './player-rows.ts';
import {
  ALL_PLAYERS,
  byPart,
  exactMatch,
  inWorlds,
  NAME_CONTAINS,
  nameContains,
  ONLINE_PLAYERS,
  type PlayerSource,
  type Sql,
} from './player-sources.ts';
import { searchable } from './player-text.ts';
import type { VisibleWorlds } from './visible-worlds.ts';

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
