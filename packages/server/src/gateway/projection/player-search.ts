import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { parseGuid, steamUserId } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import { preparedStatements } from '../../store/pages.ts';
import type { VisibleWorlds } from './conditions.ts';
import { foldName, PLAYER_ROW_COLUMNS, type PlayerRow, searchable } from './player-rows.ts';

/** The least characters that the index of parts of names finds. */
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

export function playerSearch(database: DatabaseSync) {
  const prepare = preparedStatements(database);

  function search(query: PlayerQuery): PlayerPage {
    const { find, limit, cursor, byUserId } = query;
    const text = find === undefined ? undefined : searchable(find);
    if (text === undefined) return pageOf([], false);
    const exact = exactMatch(text, byUserId);
    const page = cursor?.exact === false ? { rows: [], next: undefined } : pageOf([exact], true);
    if (page.next !== undefined) return page;
    if (page.rows.length === limit) return { rows: page.rows, next: { exact: false, id: 0 } };
    const others = [partOf(text, byUserId), { sql: `not (${exact.sql})`, values: exact.values }];
    const { rows, next } = pageOf(others, false, limit - page.rows.length);
    return { rows: [...page.rows, ...rows], next };

    /** The next players of whom conditions hold, by the ids of their rows. */
    function pageOf(conditions: readonly Sql[], ofExact: boolean, most = limit): PlayerPage {
      const after = cursor?.exact === ofExact ? cursor.id : 0;
      const all = [...conditions, ...filtersOf(query), { sql: 'id > ?', values: [after] }];
      const rows = prepare(
        `select ${PLAYER_ROW_COLUMNS} from players where ${all.map(({ sql }) => sql).join(' and ')}
         order by id limit ?`,
      ).all(...all.flatMap(({ values }) => values), most + 1) as unknown as PlayerRow[]; // its columns
      const shown = rows.slice(0, most);
      const last = rows.length > most ? shown.at(-1) : undefined;
      return { rows: shown, next: last && { exact: ofExact, id: last.id } };
    }
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

interface Sql {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

function filtersOf({ world, online, worlds }: PlayerQuery): Sql[] {
  const filters: Sql[] = [];
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

/** Those whom a text names: by the PlayerUID, the whole name, or the UserId. */
function exactMatch(text: string, byUserId: boolean): Sql {
  const uid = parseGuid(text);
  if (uid !== undefined) return { sql: 'uid = ?', values: [uid] };
  const name = foldName(text);
  if (!byUserId) return { sql: 'name_key = ?', values: [name] };
  const sql = "(name_key = ? or (user_id = ? and user_id <> ''))";
  return { sql, values: [name, steamUserId(text) ?? text] };
}

/** Those of whom a text names a part; fewer than three characters name the beginning. */
function partOf(text: string, byUserId: boolean): Sql {
  if ([...text].length < TRIGRAM) {
    const beginning = foldName(text);
    return { sql: 'substr(name_key, 1, ?) = ?', values: [[...beginning].length, beginning] };
  }
  const columns = byUserId ? 'name former user_id' : 'name former';
  // Nothing in quotes is taken for an operator.
  const query = `{${columns}} : "${text.replaceAll('"', '""')}"`;
  return { sql: 'id in (select rowid from players_text where players_text match ?)', values: [query] };
}
