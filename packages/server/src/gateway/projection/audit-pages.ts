import type { DatabaseSync } from 'node:sqlite';
import { parseGuid, parseUserId } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import { type AuditFilters, auditConditions, CONTAINS, contains } from '../../store/audit-conditions.ts';
import { allRoutes } from '../../store/audit-pages.ts';
import {
  type Condition,
  EXAMINED_FOR_TEXT,
  EXAMINED_PER_PAGE,
  type Page,
  plannedPages,
  preparedStatements,
} from '../../store/planned-pages.ts';
import { FLEET_AUDIT_TABLE, type FleetAuditRow } from './audit-rows.ts';
import { type VisibleWorlds, worldConditions } from './visible-worlds.ts';

export interface FleetAuditFilters extends AuditFilters {
  world?: WorldKey;
}

export interface FleetAuditQuery extends FleetAuditFilters {
  worlds: VisibleWorlds;
  /** Only what follows the row with this id, in the order of the query. */
  cursor?: number | undefined;
  limit: number;
}

/** Reads the audit of all worlds by pages, newest first; a page may come short and still have a next. */
export function fleetAuditPages(database: DatabaseSync): (query: FleetAuditQuery) => Page<FleetAuditRow> {
  database.function(CONTAINS, { varargs: true, deterministic: true }, contains);
  const prepare = preparedStatements(database);
  const pageOf = plannedPages<FleetAuditRow>(prepare, FLEET_AUDIT_TABLE);
  const routesOf = () =>
    (prepare(allRoutes('route', 'audit where true')).all() as { route: string }[]).map(({ route }) => route);

  return ({ worlds, world, cursor, limit, player, ...filters }) => {
    const ofWorlds = worldConditions('audit', worlds, world);
    const others = auditConditions(filters, routesOf);
    if (ofWorlds === undefined || others === undefined) return { rows: [], next: undefined };
    const ofPlayer = player === undefined ? [] : [playerCondition(player)];
    const examined = filters.text !== undefined ? EXAMINED_FOR_TEXT : EXAMINED_PER_PAGE;
    return pageOf({ conditions: [...ofPlayer, ...ofWorlds, ...others], cursor, limit, examined });
  };
}

/** Of a PlayerUID, a UserId or a whole name. The second parts say that an index, which lacks empty texts, has all. */
function playerCondition(text: string): Condition {
  const uid = parseGuid(text);
  if (uid !== undefined) {
    const sql = "player_uid = ? and player_uid <> ''";
    return { sql, values: [uid], index: 'audit_by_player', order: 'id' };
  }
  const userId = parseUserId(text);
  if (userId !== undefined) {
    const sql = "subject = ? and subject <> ''";
    return { sql, values: [userId], index: 'audit_by_subject', order: 'id' };
  }
  const sql = "player_name = ? collate nocase and player_name <> ''";
  return { sql, values: [text], index: 'audit_by_player_name', order: 'id' };
}
