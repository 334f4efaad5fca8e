import type { AuditEntry } from '@palatine/contract';

/** An entry for a write; the store numbers it. */
export interface NewAuditEntry
  extends Pick<AuditEntry, 'Token' | 'IP' | 'Route' | 'Target' | 'Outcome' | 'Status' | 'Reason'> {
  /** ms since 1970. */
  atMs: number;
  /** Identifies the request within this service, to look up its outcome when its answer was lost. */
  request: string;
  /** The id of the request as its caller knows it; several requests may have the same. */
  requestId: string;
  /** '' without a key. */
  idempotencyKey: string;
  /** What was given, said or changed. */
  summary: string;
  player: AuditPlayer | undefined;
  /** Id of the first event that came of it. */
  eventId: number | undefined;
}

/** The entry of something that the service or a command of the operator does by itself. */
export function ownEntry(
  entry: Pick<NewAuditEntry, 'atMs' | 'Route' | 'Target' | 'Outcome' | 'summary'> & { id: string },
): NewAuditEntry {
  const { id, ...told } = entry;
  return {
    ...told,
    Token: 'palatine',
    IP: '',
    Status: told.Outcome === 'OK' ? 200 : 500,
    Reason: '',
    request: `palatine-${id}`,
    requestId: '',
    idempotencyKey: '',
    player: undefined,
    eventId: undefined,
  };
}

/** The player that a write was about, as the world knew them then. */
export interface AuditPlayer {
  uid: string;
  /** '' when unknown. */
  userId: string;
  name: string;
}

export interface AuditRow {
  id: number;
  at: number;
  token: string;
  ip: string;
  route: string;
  target: string;
  outcome: string;
  status: number;
  reason: string;
  summary: string;
  request_id: string;
  idempotency_key: string;
  player_uid: string;
  player_user_id: string;
  player_name: string;
  event_id: number | null;
}

/** The columns of an AuditRow. */
export const AUDIT_COLUMNS = `id, at, token, ip, route, target, outcome, status, reason, summary, request_id,
  idempotency_key, player_uid, player_user_id, player_name, event_id`;

export function auditEntryOf(row: AuditRow): AuditEntry {
  return {
    Id: row.id,
    Time: new Date(row.at).toISOString(),
    Token: row.token,
    IP: row.ip,
    Route: row.route,
    Target: row.target,
    PlayerUid: row.player_uid,
    PlayerUserId: row.player_user_id,
    PlayerName: row.player_name,
    Outcome: row.outcome,
    Status: row.status,
    Reason: row.reason,
    Summary: row.summary,
    Request: row.request_id,
    ...(row.idempotency_key === '' ? {} : { IdempotencyKey: row.idempotency_key }),
    ...(row.event_id === null ? {} : { EventId: row.event_id }),
  };
}
