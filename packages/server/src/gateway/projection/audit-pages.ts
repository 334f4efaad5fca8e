import type { DatabaseSync } from 'node:sqlite';
import { parseGuid, parseUserId } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import { type AuditFilters, addAuditFunctions, auditConditions } from '../../store/audit-pages.ts';
import { type Condition, type Page, pagesOf, preparedStatements, rowsBy } from '../../store/pages.ts';
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
  addAuditFunctions(database);
  const prepare = preparedStatements(database);
  const pageOf = pagesOf<FleetAuditRow>(prepare, FLEET_AUDIT_TABLE);

  return ({ worlds, world, cursor, limit, player, ...filters }) => {
    const ofWorlds = worldConditions('audit', worlds, world);
    const others = auditConditions(filters, prepare);
    if (ofWorlds === undefined || others === undefined) return { rows: [], next: undefined };
    const ofPlayer = player === undefined ? [] : [playerCondition(player)];
    return pageOf({ conditions: [...ofPlayer, ...others, ...ofWorlds], cursor, limit });
  };
}

/** Of a PlayerUID, a UserId or a whole name. The second parts say that an index, which lacks empty texts, has all. */
function playerCondition(text: string): Condition {
  const uid = parseGuid(text);
  if (uid !== undefined) {
    const sql = "player_uid = ? and player_uid <> ''";
    return { sql, values: [uid], index: rowsBy('audit', 'player') };
  }
  const userId = parseUserId(text);
  if (userId !== undefined) {
    const sql = "subject = ? and subject <> ''";
    return {
      sql,
      values: [userId],
      index: rowsBy('audit', 'subject'),
    };
  }
  const sql = "player_name = ? collate nocase and player_name <> ''";
  return {
    sql,
    values: [text],
    index: rowsBy('audit', 'player_name'),
  };
}
