import type { AnswerForm, DeliveryState, ErrorCode, EventType } from '@palatine/contract';
import type { AuditSubject, Outcome, RefusedEntry } from '@palatine/contract/audit-records';
import type { CommandName } from '@palatine/world/commands';
import type { planFleetBans } from '@palatine/world/fleet-bans';
import type { applyGameBans } from '@palatine/world/game-bans';
import type { DeliveryBatch, DeliveryRecord } from '@palatine/world/model';
import type { QueryName } from '@palatine/world/queries';
import type { QueryInput } from '@palatine/world/query';

/** A read of the world, named by its route. */
export interface Query {
  name: QueryName;
  params: Record<string, string>;
  form: AnswerForm;
  /** For our own routes: query parameters, and permissions for more fields. */
  input?: QueryInput<Readonly<Record<string, unknown>> | undefined>;
}

/** A call of a writing route: issuer, audit entry, and the key of its retries. */
export interface WriteCall {
  issuer: { id: string; name: string; ip: string; permissions: readonly string[] };
  audit: AuditSubject;
  idempotency: { key: string; fingerprint: string } | undefined;
  /** Deadline of a permitted write, in ms since 1970; its caller gets an error. */
  notAfter?: number | undefined;
}

export interface CommandCall extends WriteCall {
  name: CommandName | 'controlSimulation' | 'cancelDelivery' | 'retryDelivery';
  params: Record<string, string>;
  body: unknown;
  /** Whether it serves offline players too, whatever `playerResolution` is. */
  reaching?: boolean;
}

export type Write =
  | { readonly kind: 'command'; readonly input: CommandCall }
  | { readonly kind: 'reload'; readonly input: WriteCall };

export interface OutcomeKey {
  readonly issuer: { readonly id: string; readonly name: string };
  readonly key: string;
}

/** Result of a dry run: an outcome if refused or known by its key; else the reply. */
export type Rehearsal = { readonly outcome: Outcome } | { readonly reply: unknown };

/** Result of a mirror part: undefined until the last part of a sync. */
export type MirrorOutcome =
  | {
      readonly changedRecords: number;
      /** Why the save is no later state of the mirrored world; '' if it may be one. */
      readonly replaced: string;
    }
  | undefined;

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
  /** True if it can never be applied: its player or base is gone. */
  readonly permanent: boolean;
}

export type DeliveryStep =
  /** Reads pending deliveries, oldest first, and batches with an unknown end. */
  | { readonly step: 'read' }
  /** Committed before the first file of the save is replaced. The batch is being delivered. */
  | { readonly step: 'begin'; readonly batch: DeliveryBatch }
  | { readonly step: 'written'; readonly batch: string }
  | { readonly step: 'delivered'; readonly batch: string }
  /** The save does not have them: they are pending again. */
  | { readonly step: 'reverted'; readonly batch: string; readonly reason: string }
  | { readonly step: 'rejected'; readonly rejected: readonly RejectedDelivery[] };

export interface DeliveryWork {
  readonly pending: readonly DeliveryRecord[];
  readonly batches: readonly DeliveryBatch[];
}

/** Requests to the game server, so that both ban lists match. */
export type GameBansOutcome = Pick<ReturnType<typeof applyGameBans>, 'ban' | 'unban'>;

export interface FleetBansOutcome
  extends Pick<ReturnType<typeof planFleetBans>, 'inForce' | 'overridden' | 'local' | 'leftOut'> {
  /** Why Banlist.json is incomplete; absent if it is not. */
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
  /** Audit entry of a caller's write outside the game; it names the event. */
  readonly entry?: RefusedEntry;
}

export interface AttachedRules {
  readonly deliveries: 'Queue' | 'Refuse';
  readonly alertAs: 'Refuse' | 'Broadcast';
}

/** `Demo`: simulates only a demo world. `Moving`: only moves players, for measurements. */
export type SimulateChoice = 'Always' | 'Never' | 'Demo' | 'Moving';

export interface Executed {
  reply: unknown;
  /** Audit summary, where the events of the write do not give one. */
  summary?: string;
  /** Delivery of the write, with a running game server. */
  delivery?: string;
}
