import type {
  AnswerForm,
  AuditEntry,
  DeliveryState,
  ErrorCode,
  EventType,
  Guid,
  PalatineEvent,
} from '@palatine/contract';
import type {
  applyGameBans,
  CommandName,
  DeliveryBatch,
  DeliveryRecord,
  ListedPlayer,
  planFleetBans,
  QueryInput,
  QueryName,
  WorldEvent,
} from '@palatine/world';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import type { OutboxSubject } from '../store/outbox-store.ts';

/** A read of the world, by the name of its route. */
export interface Query {
  name: QueryName;
  params: Record<string, string>;
  form: AnswerForm;
  /** Of our own routes only: the parameters of the query, and the permissions with which the route says more. */
  input?: QueryInput<Readonly<Record<string, unknown>> | undefined>;
}

/** A call of a route that writes: who makes it, what the audit says of it, and the key of its retries. */
export interface WriteCall {
  issuer: { id: string; name: string; ip: string; permissions: readonly string[] };
  /** The audit entry without its end. */
  audit: AuditSubject;
  idempotency: { key: string; fingerprint: string } | undefined;
  /** ms since 1970 after which it is not begun any more, of a write that was given leave; its caller is told so. */
  notAfter?: number | undefined;
}

export interface CommandCall extends WriteCall {
  name: CommandName | 'controlSimulation' | 'cancelDelivery' | 'retryDelivery';
  params: Record<string, string>;
  /** Checked against the shape of the route. */
  body: unknown;
}

export type Write =
  | { readonly kind: 'command'; readonly input: CommandCall }
  | { readonly kind: 'reload'; readonly input: WriteCall };

/** A write by the token that sent it, and its key. */
export interface OutcomeKey {
  readonly issuer: { readonly id: string; readonly name: string };
  readonly key: string;
}

export type AuditSubject = Pick<
  NewAuditEntry,
  'Token' | 'IP' | 'Route' | 'Target' | 'Reason' | 'request' | 'requestId' | 'idempotencyKey'
>;

/** The entry of a request that was refused, or done, without the game. */
export type RefusedEntry = AuditSubject & Pick<NewAuditEntry, 'Outcome' | 'Status' | 'summary'>;

/** What a command would come to: its outcome when it would be refused, or when its key has one; else its reply. */
export type Rehearsal = { readonly outcome: Outcome } | { readonly reply: unknown };

/** What came of a mirror part: undefined until the last part of a sync. */
export type MirrorOutcome = { readonly changedRecords: number } | undefined;

export interface DeliveryFilters {
  readonly state: DeliveryState | undefined;
  /** PlayerUID or UserId. */
  readonly player: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface RejectedDelivery {
  readonly id: string;
  readonly reason: string;
  /** True when it never will fit: its player or base is gone. */
  readonly permanent: boolean;
}

export type DeliveryStep =
  /** Reads what waits, oldest first, and the batches whose end is not known. */
  | { readonly step: 'read' }
  /** Committed before the first file of the save is replaced. The deliveries of the batch are being delivered. */
  | { readonly step: 'begin'; readonly batch: DeliveryBatch }
  /** The files are in place. */
  | { readonly step: 'written'; readonly batch: string }
  /** The server has started with them: they are delivered. */
  | { readonly step: 'delivered'; readonly batch: string }
  /** The save is without them: they wait again. */
  | { readonly step: 'reverted'; readonly batch: string; readonly reason: string }
  /** Tried, and did not fit. */
  | { readonly step: 'rejected'; readonly rejected: readonly RejectedDelivery[] };

export interface DeliveryWork {
  readonly pending: readonly DeliveryRecord[];
  readonly batches: readonly DeliveryBatch[];
}

/** What the game server is to be asked, so that both ban lists say the same. */
export type GameBansOutcome = Pick<ReturnType<typeof applyGameBans>, 'ban' | 'unban'>;

export interface FleetBansOutcome
  extends Pick<ReturnType<typeof planFleetBans>, 'inForce' | 'overridden' | 'local' | 'leftOut'> {
  /** Why Banlist.json does not hold all that it should; absent when it does. */
  readonly blocked?: string;
}

export interface ServiceNote {
  readonly audit?: {
    readonly route: string;
    readonly target: string;
    readonly outcome: ErrorCode | 'OK';
    readonly summary: string;
  };
  readonly event?: { readonly type: EventType; readonly data: object };
  /** The audit entry of a caller's write that was done beside the game; it names the event. */
  readonly entry?: RefusedEntry;
}

export interface AttachedRules {
  readonly deliveries: 'Queue' | 'Refuse';
  readonly alertAs: 'Refuse' | 'Broadcast';
}

/** `Demo`: only a demo world is simulated. `Moving` only moves players, for measuring. */
export type SimulateChoice = 'Always' | 'Never' | 'Demo' | 'Moving';

export interface CachedResponse {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

export interface EventsPage {
  /** The id that the events follow. */
  since: number;
  events: WorldEvent[];
  /** The newest event that the world keeps, on this page or a later one; 0 before the first. */
  newestId: number;
}

/** The newest row of a world that its fleet has. */
export interface StreamEnd {
  readonly incarnation: string;
  /** 0 for none. */
  readonly id: number;
  /** Of that row, by rowDigest; '' when it is not known. */
  readonly digest: string;
}

export interface OutboxRead {
  readonly subject: OutboxSubject;
  /** After which row to go on. */
  readonly end: StreamEnd;
  /** Up to which row the gateway has them: these may be deleted from now on. */
  readonly kept: number;
  /** Of one page; a page holds one row at least when there is one. */
  readonly bounds: { readonly rows: number; readonly bytes: number };
}

export interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** What follows the newest row that a fleet has: everything that the world keeps from one id to another, both included. */
export interface OutboxPage extends IdRange {
  readonly incarnation: string;
  /** Oldest first. */
  readonly records: readonly (PalatineEvent | AuditEntry)[];
  /** What the fleet lacks and the world no longer keeps. */
  readonly gaps: readonly IdRange[];
  /** The newest row of the world, on this page or a later one; 0 before the first. */
  readonly newestId: number;
}

export interface KnownPlayersPage {
  readonly players: readonly ListedPlayer[];
  readonly total: number;
}

/** How a write ended, as it goes over the wire. */
export interface Outcome {
  status: number;
  /** JSON. */
  body: string;
  /** The code of the refusal, for the metrics; OK for a success. */
  code: ErrorCode | 'OK';
  /** Whether this is the stored outcome of an earlier request with the same key. */
  replayed: boolean;
  /** The delivery that the write became, beside a running game server; '' or absent when it was applied. */
  delivery?: string;
  /** How far a ban is in force on a running game server: `done`, or `pending; <why>`. Absent elsewhere. */
  enforcement?: string;
}

/** Where a player is. Units: whole cm. */
export interface PlayerPlace {
  readonly uid: Guid;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly online: boolean;
}
