import type { DatabaseSync } from 'node:sqlite';
import { AuditEntry, type FleetAuditEntry, isUserId } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import Type from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { type AuditFilters, addAuditFunctions, auditConditions } from '../../store/audit-pages.ts';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf } from '../../store/audit-rows.ts';
import { type Page, pagesOf, preparedStatements } from '../../store/pages.ts';
import { playerCondition, type VisibleWorlds, worldConditions } from './conditions.ts';
import type { WorldBatch } from './stream-message.ts';

/** An entry of a world, which may be newer and say more of it. */
const AuditRecord = Type.Object(AuditEntry.properties);
const FLEET_AUDIT_TABLE = { name: 'audit', columns: `${AUDIT_COLUMNS}, world, incarnation, seq` };

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
    const ofPlayer = player === undefined ? [] : [playerCondition('audit', player)];
    return pageOf({ conditions: [...ofPlayer, ...others, ...ofWorlds], cursor, limit });
  };
}

/** An entry as it is kept; `id` is that of the projection. */
export interface FleetAuditRow extends AuditRow {
  world: WorldKey;
  incarnation: string;
  /** Of the world. */
  seq: number;
}

/** `nameOf`: the name of a world. */
export function fleetAuditEntryOf(row: FleetAuditRow, nameOf: (world: WorldKey) => string): FleetAuditEntry {
  const { world, incarnation, seq } = row;
  return {
    World: world,
    WorldName: nameOf(world),
    Incarnation: incarnation,
    ...auditEntryOf({ ...row, id: seq }),
  };
}

export function auditWriter(database: DatabaseSync) {
  const isEntry = Compile(AuditRecord) as unknown as Validator;
  const insert = database.prepare(
    `insert into audit (world, incarnation, seq, at, token, ip, route, target, outcome, status, reason, summary,
       request_id, idempotency_key, player_uid, player_user_id, player_name, event_id, subject)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (world, incarnation, seq) do nothing`,
  );

  /** False for a record that is no entry. */
  function add({ world, incarnation }: WorldBatch, seq: number, record: unknown): boolean {
    if (!isEntry.Check(record)) return false;
    const entry = record as AuditEntry; // it has just been checked
    const atMs = Date.parse(entry.Time);
    if (Number.isNaN(atMs)) return false;
    const { Token, IP, Route, Target, Outcome, Status, Reason, Summary, Request } = entry;
    const { IdempotencyKey = '', PlayerUid, PlayerUserId, PlayerName, EventId = null } = entry;
    const request = [Token, IP, Route, Target, Outcome, Status, Reason, Summary, Request, IdempotencyKey];
    const player = [PlayerUid, PlayerUserId, PlayerName];
    insert.run(world, incarnation, seq, atMs, ...request, ...player, EventId, subjectOf(entry));
    return true;
  }

  return { add };
}

/** The UserId that an entry is about; '' when it says none. */
function subjectOf({ PlayerUserId, Target }: AuditEntry): string {
  if (PlayerUserId !== '') return PlayerUserId;
  return isUserId(Target) ? Target : '';
}
