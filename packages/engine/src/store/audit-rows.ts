import type { AuditEntry } from '@palatine/contract';

/** A new entry for a write; the store numbers it. */
export interface NewAuditEntry
  extends Pick<AuditEntry, 'Token' | 'IP' | 'Route' | 'Target' | 'Outcome' | 'Status' | 'Reason'> {
  atMs: number;
  /** Identifies the request within this service, to look up its outcome when the response was lost. */
  request: string;
  /** The request id of the caller; several requests may have the same. */
  requestId: string;
  /** '' without a key. */
  idempotencyKey: string;
  summary: string;
  player: AuditPlayer | undefined;
  /** Id of the first event it emitted. */
  eventId: number | undefined;
}

/** The entry of an action of the service, or of a command of the operator. */
export function ownEntry(
  entry: Pick<NewAuditEntry, 'atMs' | 'Route' | 'Target' | 'Outcome' | 'summary'> & { id: string },
): NewAuditEntry {
  const { id, ...fields } = entry;
  return {
    ...fields,
    Token: 'palatine',
    IP: '',
    Status: fields.Outcome === 'OK' ? 200 : 500,
    Reason: '',
    request: `palatine-${id}`,
    requestId: '',
    idempotencyKey: '',
    player: undefined,
    eventId: undefined,
  };
}

/** Target player of a write, as known at that time. */
export interface AuditPlayer {
  uid: string;
  /** '' when unknown. */
  userId: string;
  name: string;
}

export interface AuditRow extends Omit<AuditEntry, 'Id' | 'Time' | 'IdempotencyKey' | 'EventId'> {
  id: number;
  at: number;
  /** '' without a key. */
  IdempotencyKey: string;
  EventId: number | null;
}

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
