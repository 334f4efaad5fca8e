import type { DatabaseSync } from 'node:sqlite';
import { parseGuid, parseUserId } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import { type Condition, type Page, pagesOf, preparedStatements, rowsBy } from '../../store/pages.ts';
import { EVENT_CONTAINS, eventContains } from './event-facts.ts';
import { EVENTS_TABLE, type EventRow } from './event-rows.ts';
import { type VisibleWorlds, worldConditions } from './visible-worlds.ts';

export interface FleetEventFilters {
  world?: WorldKey | undefined;
  /** In lower case. */
  types?: readonly string[] | undefined;
  /** PlayerUID, UserId or whole name. */
  player?: string | undefined;
  /** A part of any text, in any case. */
  text?: string | undefined;
  /** Events from this time on, in ms since 1970. */
  fromMs?: number | undefined;
  /** Events before this time. */
  toMs?: number | undefined;
}

export interface FleetEventQuery extends FleetEventFilters {
  worlds: VisibleWorlds;
  /** Only what follows the event with this id, in the order of the query. */
  before?: number | undefined;
  limit: number;
}

/** Reads the events of all worlds by pages, newest first; a page may come short and still have a next. */
export function fleetEventPages(database: DatabaseSync): (query: FleetEventQuery) => Page<EventRow> {
  database.function(EVENT_CONTAINS, { deterministic: true }, eventContains);
  const pageOf = pagesOf<EventRow>(preparedStatements(database), EVENTS_TABLE);

  return ({ worlds, world, before, limit, ...filters }) => {
    const ofWorlds = worldConditions('events', worlds, world);
    if (ofWorlds === undefined) return { rows: [], next: undefined };
    const ofPlayer = filters.player === undefined ? [] : [playerCondition(filters.player)];
    const conditions = [...ofPlayer, ...conditionsOf(filters), ...ofWorlds];
    return pageOf({ conditions, cursor: before, limit });
  };
}

/** As of the audit: an index of players lacks the events that are about none. */
function playerCondition(text: string): Condition {
  const equals = (column: string, value: string, collate = ''): Condition => {
    const sql = `${column} = ?${collate} and ${column} <> ''`;
    return { sql, values: [value], index: rowsBy('events', column) };
  };
  const uid = parseGuid(text);
  if (uid !== undefined) return equals('player_uid', uid);
  const userId = parseUserId(text);
  if (userId !== undefined) return equals('player_user_id', userId);
  return equals('player_name', text, ' collate nocase');
}

function conditionsOf({ types, text, fromMs, toMs }: FleetEventFilters): Condition[] {
  const conditions: Condition[] = [];
  if (types !== undefined) conditions.push(ofTypes(types));
  if (fromMs !== undefined || toMs !== undefined) {
    const values = [fromMs ?? Number.MIN_SAFE_INTEGER, toMs ?? Number.MAX_SAFE_INTEGER];
    conditions.push({ sql: 'at >= ? and at < ?', values, index: rowsBy('events', 'time') });
  }
  if (text !== undefined) {
    conditions.push({ sql: `${EVENT_CONTAINS}(?, type, data)`, values: [text.toLowerCase()] });
  }
  return conditions;
}

function ofTypes(types: readonly string[]): Condition {
  const [only, ...others] = types;
  if (only !== undefined && others.length === 0) {
    return { sql: 'type = ?', values: [only], index: rowsBy('events', 'type') };
  }
  const sql = 'type in (select value from json_each(?))';
  return { sql, values: [JSON.stringify(types)] };
}
