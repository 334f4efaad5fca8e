import type { DatabaseSync } from 'node:sqlite';
import { parseGuid, Refusal, steamUserId } from '@palatine/contract';
import { type Condition, preparedStatements } from '@palatine/engine/pages';
import type { WorldKey } from '@palatine/fleet';
import { foldName, PLAYER_ROW_COLUMNS, type PlayerRow, searchable } from './player-rows.ts';
import type { VisibleWorlds } from './row-pages.ts';

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

/**
 * Finds players: exact matches first, then partial ones, each by the id of their row. A cursor is `e12` after an exact
 * match, `p34` after a partial one. Throws VALIDATION_FAILED for an invalid one.
 */
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
