import { ALL_ROUTES, type Guid, type RouteShape, reloadConfig } from '@palatine/contract';
import type { AuditPlayer, NewAuditEntry } from '@palatine/contract/audit-records';
import { joinParts, ownField, partsOfEvents, requestSummary } from '@palatine/contract/audit-summary';
import { Histogram } from '@palatine/platform/histogram';
import { findKnownPlayer } from '@palatine/world/find-player';
import type { GameContext } from '@palatine/world/game-context';
import type { Session } from '@palatine/world/model';
import { BAN_TABLE_NAMES, type World, type WorldEvent } from '@palatine/world/world';
import type { ArchivingFiles } from '../files/operator-files.ts';
import type { StoredOutcome } from '../store/outcome-store.ts';
import type { Store, StoredChange } from '../store/store.ts';
import type { Bans } from './bans.ts';
import type { Write } from './calls.ts';

export interface UnitTools {
  readonly game: GameContext;
  readonly store: Store;
  readonly bans: Bans;
  /** Rows of a long hand edit of Banlist.json, which has them until they are stored. */
  readonly banWrites: {
    readonly waiting: number;
    readonly isWriting: boolean;
    readonly changes: readonly StoredChange[];
    defer(changes: readonly StoredChange[]): readonly StoredChange[];
    abandon(): void;
  };
  readonly files: ArchivingFiles;
  readonly metrics: GameMetrics;
  discard(archives: readonly string[]): void;
  report(message: string): void;
}

/** Rows to commit besides the changes of the world. */
export interface Rows {
  readonly audit?: readonly NewAuditEntry[];
  readonly outcomes?: readonly StoredOutcome[];
}

export interface Committed<T> {
  readonly value: T;
  readonly changes: readonly StoredChange[];
  /** Oldest first. */
  readonly events: readonly WorldEvent[];
  readonly tookEdit: boolean;
}

export class BanlistWriteError extends Error {
  override readonly name = 'BanlistWriteError';
}

/** Changes that are committed with an edit of Banlist.json; more are written later, in parts. */
const MAX_EDITED_AT_ONCE = 1000;

/** Thrown when the store rejects a unit of work. */
export class CommitError extends Error {
  override readonly name = 'CommitError';
}

/**
 * Runs work and commits its changes in one transaction, with audit entries and outcomes. An error rolls back all of it:
 * in memory, in the store, in Banlist.json, and archives. `select`: the changes to commit now; all by default.
 */
export function unitOfWork<T extends Rows>(
  tools: UnitTools,
  work: () => T,
  select: (changes: readonly StoredChange[]) => readonly StoredChange[] = (changes) => changes,
): Committed<T> {
  const { game, store, banWrites, files, metrics, report } = tools;
  const { world } = game;
  let bans: Bans | undefined;
  let value: T;
  let changes: readonly StoredChange[];
  try {
    value = work();
    // Most units of work do not concern bans, and leave Banlist.json alone.
    if (tools.bans.unit.is !== 'Idle' || world.hasChanged(BAN_TABLE_NAMES)) bans = tools.bans;
    // Before the commit: if that fails, the file is restored.
    attempt(() => bans?.save(store.intendBanlist), BanlistWriteError);
    changes = select(world.pendingChanges());
    const isLongEdit = bans?.unit.is === 'Edited' && changes.length > MAX_EDITED_AT_ONCE;
    if (isLongEdit) changes = banWrites.defer(changes);
    const isPending = bans !== undefined && banWrites.waiting > 0;
    const withDeferred = isPending && !isLongEdit && world.hasChanged(BAN_TABLE_NAMES);
    if (withDeferred) changes = [...banWrites.changes, ...changes];
    const { audit = [], outcomes = [] } = value;
    const banlistDigest = withDeferred || !isPending ? bans?.newDigest : undefined;
    const batch = { changes, audit, outcomes, banlistDigest };
    if (changes.length + audit.length + outcomes.length > 0 || batch.banlistDigest !== undefined) {
      attempt(() => metrics.commitSeconds.time(() => store.commit(batch)), CommitError);
    }
    if (withDeferred) banWrites.abandon();
  } catch (error) {
    rollBack(tools);
    throw error;
  }
  world.clearJournal();
  const tookEdit = bans?.unit.is === 'Edited';
  try {
    bans?.commit();
  } catch (error) {
    report(`an edit of Banlist.json could not be restored: ${(error as Error).message}`);
  }
  files.unconfirmed.length = 0;
  const events = changes.filter(({ table }) => table === 'events').flatMap(({ record }) => record ?? []);
  return { value, changes, events: events as WorldEvent[], tookEdit }; // that table holds nothing else
}

function attempt(work: () => void, Failure: typeof BanlistWriteError | typeof CommitError): void {
  try {
    work();
  } catch (error) {
    throw new Failure(causeOf(error), { cause: error });
  }
}

function rollBack({ game, bans, files, discard, report }: UnitTools): void {
  game.world.rollbackTo(0);
  discard(files.unconfirmed.splice(0));
  try {
    bans.rollback();
  } catch (error) {
    report(`Banlist.json may hold bans that were not confirmed: ${(error as Error).message}`);
  }
}

export function causeOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const STEP_SECONDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];
const HOLD_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export class GameMetrics {
  readonly batchSizes = new Histogram(BATCH_SIZES);
  readonly commitSeconds = new Histogram(COMMIT_SECONDS);
  readonly stepSeconds = new Histogram(STEP_SECONDS);
  /** How long a batch, a read or other work of the game held the event loop. */
  readonly holdSeconds = new Histogram(HOLD_SECONDS);
  /** Changes that the store did not take: of commands, and of the game itself (simulation, locations, pruning). */
  readonly storageFailures = { command: 0, own: 0 };
  /** How many Idempotency-Keys the store holds. */
  keys = 0;
}

/** Called with events once they are on disk, oldest first, before the write that made them is answered. */
export type EventWatcher = (events: readonly WorldEvent[]) => void;

export interface SessionFacts {
  readonly uid: Guid;
  /** ms since 1970, of the world. */
  readonly connectedAtMs: number;
  /** '' when unknown, as the platform. */
  readonly ip: string;
  readonly platform: string;
  /** Undefined for an open session. */
  readonly ended?: { readonly atMs: number; readonly reason: string };
}

const ALL_EVENTS = { events: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/** The watchers of a game. They are called after a commit and before its answer: a session that was rolled back never was. */
export class Watchers {
  readonly #world: World;
  readonly #now: () => number;
  /** With the type of the events that each wants; undefined for all. */
  readonly #events = new Map<EventWatcher, WorldEvent['type'] | undefined>();
  readonly #sessions = new Set<(session: SessionFacts) => void>();
  readonly #published: Map<Guid, Session>;
  /** Players whose sessions have changed since they were published. */
  readonly #touched = new Set<Guid>();
  #lastEventId: number;

  constructor({ world, now }: Pick<GameContext, 'world' | 'now'>) {
    this.#world = world;
    this.#now = now;
    this.#lastEventId = world.lastEventId;
    this.#published = new Map(Array.from(world.sessions.values(), (session) => [session.uid, session]));
    world.sessions.index({
      changed: (before, after) => {
        const uid = after?.uid ?? before?.uid;
        if (uid !== undefined) this.#touched.add(uid);
      },
    });
    this.#touched.clear(); // existing ones are in `openSessions`
  }

  /** Passes on future events, optionally of one type. @returns a function that stops it. */
  events(watcher: EventWatcher, type?: WorldEvent['type']): () => void {
    this.#events.set(watcher, type);
    return () => this.#events.delete(watcher);
  }

  /** Passes on who comes and goes from now on. @returns a function that stops it. */
  sessions(watcher: (session: SessionFacts) => void): () => void {
    this.#sessions.add(watcher);
    return () => this.#sessions.delete(watcher);
  }

  openSessions(): SessionFacts[] {
    return Array.from(this.#world.sessions.values(), (session) => this.#factsOf(session));
  }

  notify(events: readonly WorldEvent[]): void {
    const sessions = this.#touched.size > 0 ? this.#drainSessions() : [];
    for (const watcher of this.#sessions) for (const session of sessions) watcher(session);
    for (const [watcher, type] of this.#events) {
      const wanted = type === undefined ? events : events.filter((event) => event.type === type);
      if (wanted.length > 0) watcher(wanted);
    }
  }

  #drainSessions(): SessionFacts[] {
    const changes: SessionFacts[] = [];
    const ends = this.#endsSince();
    for (const uid of this.#touched) {
      const [before, after] = [this.#published.get(uid), this.#world.sessions.get(uid)];
      const goesOn = before !== undefined && before.connectedAtMs === after?.connectedAtMs;
      if (before !== undefined && !goesOn) {
        changes.push({ ...this.#factsOf(before), ended: ends.get(uid) ?? { atMs: this.#now(), reason: '' } });
      }
      if (after !== undefined && (!goesOn || before.ip !== after.ip)) changes.push(this.#factsOf(after));
      if (after === undefined) this.#published.delete(uid);
      else this.#published.set(uid, after);
    }
    this.#touched.clear();
    return changes;
  }

  /** Time and reason of each departure since the last call. */
  #endsSince(): Map<Guid, { atMs: number; reason: string }> {
    const ends = new Map<Guid, { atMs: number; reason: string }>();
    for (const event of this.#world.eventLog.after(this.#lastEventId, ALL_EVENTS)) {
      if (event.type !== 'player.left') continue;
      ends.set(event.data.player.uid, { atMs: event.atMs, reason: event.data.code ?? event.data.reason });
    }
    this.#lastEventId = this.#world.lastEventId;
    return ends;
  }

  #factsOf({ uid, connectedAtMs, ip }: Session): SessionFacts {
    return { uid, connectedAtMs, ip, platform: this.#world.accounts.get(uid)?.platform ?? '' };
  }
}

/** Events of a write that its summary reads: forgetting all technologies emits several. */
const EVENTS = { events: 16, bytes: Number.MAX_SAFE_INTEGER };

export type AuditEffect = Pick<NewAuditEntry, 'summary' | 'eventId'>;

/** The player whom an audit entry concerns, online or not. */
export function auditPlayer(game: GameContext, target: string): AuditPlayer | undefined {
  const player = target === '' ? undefined : findKnownPlayer(game, target);
  return player && { uid: player.uid, userId: player.userId, name: player.name };
}

/** The summary and the event of an applied write for its audit entry. `lastEventId`: of the last event before it. */
export function appliedEffect(world: World, write: Write, reply: unknown, lastEventId: number): AuditEffect {
  const events = world.eventLog.after(lastEventId, EVENTS);
  return { summary: effectSummary(write, reply, events), eventId: events[0]?.id };
}

export function refusedEffect(write: Write): AuditEffect {
  const body = write.kind === 'reload' ? undefined : write.input.body;
  return { summary: requestSummary(routeOf(write), body), eventId: undefined };
}

/** Effects of a write by its events; by its reply where they are not enough. */
function effectSummary(write: Write, reply: unknown, events: readonly WorldEvent[]): string {
  const parts = partsOfEvents(events);
  if (write.kind === 'reload') return joinParts(['settings and ban list read again', ...parts]);
  if (write.input.name === 'controlSimulation') return requestSummary(routeOf(write), write.input.body);
  const summoned = ownField(reply, 'Summoned') as Summoned | undefined; // both summoning routes return it
  if (summoned !== undefined) {
    const { PalID, NPCID, Level, X, Y, Z } = summoned;
    return `${PalID ?? NPCID} level ${Level} at ${X}, ${Y}, ${Z}`;
  }
  return events.length === 0 ? 'nothing changed' : joinParts(parts);
}

interface Summoned extends Readonly<Record<'Level' | 'X' | 'Y' | 'Z', number>> {
  PalID?: string;
  NPCID?: string;
}

export function routeOf({ kind, input }: Write): RouteShape {
  return kind === 'reload' ? reloadConfig : ALL_ROUTES[input.name];
}
