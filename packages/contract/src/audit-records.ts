import type { AuditEntry } from './audit.ts';
import type { ErrorCode } from './errors.ts';

// A write, as the HTTP side of a server and its game pass it to each other for the audit and for its caller.

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

/** A write as its caller sent it, before its outcome is known. */
export type AuditSubject = Pick<
  NewAuditEntry,
  'Token' | 'IP' | 'Route' | 'Target' | 'Reason' | 'request' | 'requestId' | 'idempotencyKey'
>;

/** Audit entry of a request that was refused, or done, without the game. */
export type RefusedEntry = AuditSubject & Pick<NewAuditEntry, 'Outcome' | 'Status' | 'summary'>;

/** Target player of a write, as known at that time. */
export interface AuditPlayer {
  uid: string;
  /** '' when unknown. */
  userId: string;
  name: string;
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

/** The outcome of a write. */
export interface Outcome {
  status: number;
  /** JSON. */
  body: string;
  /** Code of the refusal, for the metrics; OK for a success. */
  code: ErrorCode | 'OK';
  /** Whether this is the stored outcome of an earlier request with the same key. */
  replayed: boolean;
  /** Delivery of the write, with a running game server; '' or absent if it was applied. */
  delivery?: string;
  /** State of a ban on a running game server: `done`, or `pending; <why>`. Absent elsewhere. */
  enforcement?: string;
}

/** Filters of a query; an entry has to match all of them. */
export interface AuditFilters {
  token?: string | undefined;
  ip?: string | undefined;
  outcome?: string | undefined;
  /** Prefix of the target. */
  target?: string | undefined;
  /** PlayerUID, UserId or name. */
  player?: string | undefined;
  /** Prefix of the route or of one of its parts. */
  route?: string | undefined;
  /** Part of the summary, the reason or the target, in any case. */
  text?: string | undefined;
  /** Inclusive, in ms since 1970. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

export interface AuditQuery extends AuditFilters {
  /** Only entries after the one with this id, in the order of the query. */
  cursor?: number | undefined;
  limit: number;
}
