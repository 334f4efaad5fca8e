import type { DatabaseSync } from 'node:sqlite';
import { AuditEntry, type FleetAuditEntry, isUserId } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import Type from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf } from '../../store/audit-rows.ts';
import type { WorldBatch } from './batch-records.ts';

/** An entry of a world, which may be newer and say more of it. */
const AuditRecord = Type.Object(AuditEntry.properties);

/** An entry as it is kept; `id` is that of the projection. */
export interface FleetAuditRow extends AuditRow {
  world: WorldKey;
  incarnation: string;
  /** Of the world. */
  seq: number;
}

export const FLEET_AUDIT_TABLE = { name: 'audit', columns: `${AUDIT_COLUMNS}, world, incarnation, seq` };

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
