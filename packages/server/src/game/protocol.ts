import type {
  AnswerForm,
  AuditEntry,
  AuditPage,
  Banlist,
  DeliveriesPage,
  DeliveryState,
  ErrorCode,
  ErrorDetails,
  EventType,
  Guid,
  PalatineEvent,
  WorldFacts,
} from '@palatine/contract';
import type {
  Asked,
  BanTableName,
  CommandName,
  DeliveryBatch,
  DeliveryRecord,
  FleetBan,
  GameBansRead,
  ListedPlayer,
  MirrorPart,
  QueryName,
  Roster,
  RosterOutcome,
  WorldEvent,
} from '@palatine/world';
import type { ReadSettings, Settings } from '../data-folder/live-settings.ts';
import type { AuditQuery } from '../store/audit-pages.ts';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import type { AuditRetention } from '../store/audit-store.ts';
import type { OutboxSubject } from '../store/outbox-store.ts';
import type { WorldFigures } from '../store/world-figures.ts';
import type { PositionSample, PositionsKnown } from './position-sampler.ts';
import type { SessionFacts } from './session-news.ts';
import type { VersionCounters } from './world-versions.ts';

/**
 * What goes between the HTTP side and the game loop. Every call holds a slot, and with it one shared state that
 * goes from PENDING to either CLAIMED or EXPIRED, once: the first to set it decides. So an expired call is never
 * run, and a running one never expires; tests/game/deadlines.test.ts races the two. A claim says that the work
 * has begun, not how it ended.
 */
export const PENDING = 0;
export const CLAIMED = 1;
export const EXPIRED = 2;

/** What the HTTP side can call: the input of each kind, and its output. */
export interface Calls {
  /** Reads the world. */
  query: [input: Query, output: VersionedResponse];
  /** Changes the world. Refusals of the game are outcomes as well. */
  command: [input: CommandCall, output: Outcome];
  /** ReloadConfig. */
  reload: [input: WriteCall, output: Outcome];
  audit: [input: AuditQuery, output: AuditPage];
  /** A page of the events after the one with this id. */
  eventsSince: [input: number, output: EventsPage];
  /** The rows that a stream of a fleet lacks. */
  outbox: [input: OutboxRead, output: OutboxPage];
  /** The players whom the world knows, page by page. */
  knownPlayers: [input: KnownPlayersRead, output: KnownPlayersPage];
  /** Where every player is by now. */
  positions: [input: PositionsKnown, output: PositionSample];
  /** The PlayerUID of a player whom the world knows, online or not, by PlayerUID or UserId. */
  playerUid: [input: string, output: Guid];
  /** The status each of these requests ended with, by its name in the audit; without those that are not on disk. */
  statusesOf: [input: ReadonlySet<string>, output: Map<string, number>];
  /** How a write with this key of this token ended, when it was applied. */
  outcomeOf: [input: OutcomeKey, output: Outcome | undefined];
  /** What the world is, and how much is in it. */
  worldFacts: [input: undefined, output: WorldFacts];
  /** Runs a command and takes it back. */
  rehearse: [input: CommandCall, output: Rehearsal];
  /** A part of the newest save of the game server. */
  mirror: [input: MirrorPart, output: MirrorOutcome];
  /** Who is online on the game server. */
  roster: [input: Roster, output: RosterOutcome];
  /** A page of the deliveries. */
  deliveries: [input: DeliveryFilters, output: DeliveriesPage];
  /** A step of the delivery of what waits. */
  deliveryStep: [input: DeliveryStep, output: DeliveryWork];
  /** What the ban list of the game server says. */
  gameBans: [input: GameBansRead, output: GameBansOutcome];
  /** All bans of the shared lists of a fleet that this world is to enforce. */
  applyFleetLists: [input: readonly FleetBan[], output: FleetBansOutcome];
  /** Something of the service itself that is to be audited or emitted, such as the end of a maintenance. */
  note: [input: ServiceNote, output: undefined];
  /** Answered once the loop has read from its store, however late: a ping has no deadline. */
  ping: [input: undefined, output: undefined];
}
export type CallKind = keyof Calls;
/** Work of the service itself that may change the world; each is committed alone. */
export type OwnWorkKind = 'mirror' | 'roster' | 'deliveryStep' | 'gameBans' | 'applyFleetLists' | 'note';
export const OWN_WORK: readonly CallKind[] = [
  'mirror',
  'roster',
  'deliveryStep',
  'gameBans',
  'applyFleetLists',
  'note',
];

/** The calls that are audited, and written with one commit. */
export type WriteKind = 'command' | 'reload';

export interface CallMessage<K extends CallKind = CallKind> {
  type: 'call';
  kind: K;
  slot: number;
  input: Calls[K][0];
}
/** A call of one of these kinds, to be told apart by its `kind`. */
export type CallOf<K extends CallKind> = { [P in K]: CallMessage<P> }[K];
export type Write = CallOf<WriteKind>;
export type OwnCall = CallOf<OwnWorkKind>;
export type Read = CallOf<Exclude<CallKind, WriteKind | OwnWorkKind>>;

export function isWrite(message: CallMessage): message is Write {
  return message.kind === 'command' || message.kind === 'reload';
}

export function isOwnWork(message: CallMessage): message is OwnCall {
  return OWN_WORK.includes(message.kind);
}

export interface CallResult<K extends CallKind = CallKind> {
  kind: K;
  slot: number;
  output: Calls[K][1];
}

export function isResultOf<K extends CallKind>(result: CallResult, kind: K): result is CallResult<K> {
  return result.kind === kind;
}

export interface Query {
  name: QueryName;
  params: Record<string, string>;
  form: AnswerForm;
  /** Of our own routes only: the parameters of the query, and the permissions with which the route says more. */
  asked?: Asked<Readonly<Record<string, unknown>> | undefined>;
}

/** A call of a route that writes: who makes it, what the audit says of it, and the key of its retries. */
export interface WriteCall {
  issuer: { id: string; name: string; ip: string; permissions: readonly string[] };
  /** The audit entry without its end. */
  audit: AuditSubject;
  idempotency: { key: string; fingerprint: string } | undefined;
  /** ms since 1970 after which it is not begun any more, of a write that was given leave; its caller is told so. */
  beginBefore?: number | undefined;
}

export interface CommandCall extends WriteCall {
  name: CommandName | 'controlSimulation' | 'cancelDelivery' | 'retryDelivery';
  params: Record<string, string>;
  /** Checked against the shape of the route. */
  body: unknown;
}

/** A write by the token that sent it, and its key. */
export interface OutcomeKey {
  readonly issuer: { readonly id: string; readonly name: string };
  readonly key: string;
}

/** What the HTTP side says of a write in the audit. */
export type AuditSubject = Pick<
  NewAuditEntry,
  'Token' | 'IP' | 'Route' | 'Target' | 'Reason' | 'request' | 'requestId' | 'idempotencyKey'
>;

/** The entry of a request that was refused, or done, without the game. */
export type RefusedEntry = AuditSubject & Pick<NewAuditEntry, 'Outcome' | 'Status' | 'summary'>;

/** An audit entry of a request that was refused before it reached the game. Numbers count up. */
export interface NumberedEntry {
  number: number;
  entry: NewAuditEntry;
}

/** `resent`: the loop before may have written some of them. */
export type AuditMessage = { type: 'audit'; entries: readonly NumberedEntry[]; resent: boolean };

export type ToWorker = Read | Write | AuditMessage | { type: 'stop' };

/** `json`: of the list of the events. Mostly nobody reads it. */
export type EventsMessage = { type: 'events'; newestId: number; json: string };

export type FromWorker =
  | { type: 'ready'; figures: ServedFigures }
  | { type: 'results'; results: readonly CallResult[] }
  /**
   * The results of the writes of a batch, as the JSON of a list: it is read faster than a structured clone. The events
   * of the batch come before them: who has an answer has missed none.
   */
  | { type: 'outcomes'; json: string; events: EventsMessage | undefined }
  | { type: 'refused'; slot: number; code: ErrorCode; message: string; details: ErrorDetails }
  /** The work threw; the cause goes to the log only. */
  | { type: 'failed'; slot: number; cause: string }
  /** The call had expired; nothing was run. */
  | { type: 'skipped'; slot: number }
  /** The entries up to this number are on disk. */
  | { type: 'audited'; upTo: number }
  /** The bans in force have changed. */
  | { type: 'bans'; news: BanNews }
  /** A reload is on disk: these settings are in force from now on. */
  | ({ type: 'settings' } & ReadSettings)
  | EventsMessage
  /** Who has come and gone; everybody online when it is `whole`. */
  | { type: 'sessions'; whole: boolean; sessions: readonly SessionFacts[] }
  /** An error for the log. */
  | { type: 'error'; message: string }
  | { type: 'stopped' };

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

/** A delivery that a maintenance tried and that did not fit. */
export interface Misfit {
  readonly id: string;
  readonly reason: string;
  /** True when it never will fit: its player or base is gone. */
  readonly forGood: boolean;
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
  | { readonly step: 'misfits'; readonly misfits: readonly Misfit[] };

export interface DeliveryWork {
  readonly pending: readonly DeliveryRecord[];
  readonly batches: readonly DeliveryBatch[];
}

/** What the game server is to be asked, so that both ban lists say the same. */
export interface GameBansOutcome {
  readonly ban: readonly { readonly userId: string; readonly reason: string }[];
  readonly unban: readonly string[];
}

/** What became of the wanted bans of shared lists. */
export interface FleetBansOutcome {
  /** Those that Banlist.json holds. */
  readonly inForce: number;
  /** Those that stay lifted, since they were lifted at this world. */
  readonly overridden: number;
  /** Those for which this world has a ban of its own. */
  readonly local: number;
  /** Those for which Banlist.json has no room. */
  readonly leftOut: number;
  /** Why Banlist.json does not hold all that it should; absent when it does. */
  readonly blocked?: string;
}

/** An audit entry of the service itself, an event, or both. */
export interface ServiceNote {
  readonly audit?: {
    readonly route: string;
    readonly target: string;
    readonly outcome: ErrorCode | 'OK';
    readonly summary: string;
  };
  readonly event?: { readonly type: EventType; readonly data: object };
  /** The audit entry of a caller's write that was done beside the game thread; it names the event. */
  readonly entry?: RefusedEntry;
}

/** What the game thread has to know beside a running game server. */
export interface AttachedRules {
  readonly deliveries: 'Queue' | 'Refuse';
  readonly alertAs: 'Refuse' | 'Broadcast';
}

/** Everything the game loop is started with. */
export interface GameData {
  worldFile: string;
  dataFolder: string;
  banlistFile: string;
  templatesFolder: string;
  importRulesFolder: string;
  /** The settings in force. */
  settings: Settings;
  /** The state of every slot. */
  slotStates: Int32Array<SharedArrayBuffer>;
  /** The versions of the tables. Any change of the world changes those of its tables before it is answered. */
  versions: VersionCounters;
  /** The memory of the GameMetrics: the loop counts in it, a scrape reads it. */
  metrics: SharedArrayBuffer;
  simulate: SimulateChoice;
  /** Undefined for a world of its own. */
  attached: AttachedRules | undefined;
  auditKept: AuditRetention;
  /** Most Idempotency-Keys of a token within a day. */
  keysPerToken: number;
  /** Whether events and audit entries are kept until the streams of a fleet have them. */
  fleet: boolean;
}

/** `Demo`: only a demo world is simulated. `Moving` only moves players, for measuring. */
export type SimulateChoice = 'Always' | 'Never' | 'Demo' | 'Moving';

/** The world that a game thread serves. */
export interface ServedFigures extends WorldFigures {
  simulated: boolean;
  /** 0 before the first event. */
  newestEventId: number;
  /** The random name of this history of the world; another one after an import, a restore and a replacement. */
  incarnation: string;
}

/** A response as it goes over the wire. */
export interface CachedResponse {
  /** In a memory of their own, so that they can be handed from thread to thread. */
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

/** A response, and the version of the world it was read from, as its query sees it. */
export interface VersionedResponse extends CachedResponse {
  version: number;
}

export interface EventsPage {
  /** The id that the events follow. */
  since: number;
  events: WorldEvent[];
  /** The newest event that the world keeps, on this page or a later one; 0 before the first. */
  newestId: number;
}

/** The newest row of a world that a stream has. */
export interface StreamEnd {
  readonly incarnation: string;
  readonly to: number;
  /** Of that row, as the contract writes it; undefined when the stream does not say. */
  readonly time: string | undefined;
}

export interface OutboxRead {
  readonly subject: OutboxSubject;
  /** Undefined for a stream that has nothing of this world. What a stream has may be deleted from then on. */
  readonly end: StreamEnd | undefined;
  /** Of one page; a page holds one row at least when there is one. */
  readonly bounds: { readonly rows: number; readonly bytes: number };
}

/** A range of ids, both included. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** What follows the end of a stream: everything that the world keeps from one id to another, both included. */
export interface OutboxPage extends IdRange {
  readonly incarnation: string;
  /** Oldest first. */
  readonly records: readonly (PalatineEvent | AuditEntry)[];
  /** What the stream lacks and the world no longer keeps. */
  readonly gaps: readonly IdRange[];
  /** The newest row of the world, on this page or a later one; 0 before the first. */
  readonly newestId: number;
}

export interface KnownPlayersRead {
  /** How many come before the page. */
  readonly from: number;
  /** The version of the page before, or of the last time: a page of the same version at the beginning is empty. */
  readonly version: string;
}

export interface KnownPlayersPage {
  /** Another one once anything has changed that the players are listed with. */
  readonly version: string;
  readonly players: readonly ListedPlayer[];
  readonly total: number;
}

/** Changes of the ban list in their order; when it is `whole`, they are all its entries. */
export interface BanNews extends Pick<Banlist, 'Version' | 'BannedMessage'> {
  whole: boolean;
  changes: readonly ListedBanChange[];
}

export interface ListedBanChange {
  table: BanTableName;
  /** UserId or address. */
  key: string;
  /** The entry as the route answers it; undefined when it was removed. */
  json: string | undefined;
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
