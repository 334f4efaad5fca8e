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

/** An entry as AUDIT_COLUMNS select it. */
export interface AuditRow extends Omit<AuditEntry, 'Id' | 'Time' | 'IdempotencyKey' | 'EventId'> {
  id: number;
  at: number;
  /** '' without a key. */
  IdempotencyKey: string;
  EventId: number | null;
}

/** The columns of an AuditRow. */
export const AUDIT_COLUMNS = `id, at, token as Token, ip as IP, route as Route, target as Target, player_uid as PlayerUid,
  player_user_id as PlayerUserId, player_name as PlayerName, outcome as Outcome, status as Status, reason as Reason,
  summary as Summary, request_id as Request, idempotency_key as IdempotencyKey, event_id as EventId`;

export function auditEntryOf({ id, at, IdempotencyKey, EventId, ...entry }: AuditRow): AuditEntry {
  return {
    Id: id,
    Time: new Date(at).toISOString(),
    ...entry,
    ...(IdempotencyKey === '' ? {} : { IdempotencyKey }),
    ...(EventId === null ? {} : { EventId }),
  };
}
