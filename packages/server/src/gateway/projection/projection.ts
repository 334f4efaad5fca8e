import type { NatsConnection } from '@nats-io/transport-node';
import { MessageError, STREAMS, UnknownVersionError, unpackRoster, worldOf } from '@palatine/fleet';
import type { Logger } from 'pino';
import { isCorrupt } from '../../data-folder/sqlite.ts';
import type { Clock } from '../../game/clock.ts';
import { pause } from '../../game/pause.ts';
import type { Page } from '../../store/pages.ts';
import type { FleetAuditQuery, FleetAuditRow } from './audit-pages.ts';
import type { VisibleWorlds } from './conditions.ts';
import type { EventRow, EventsAfter, FleetEventQuery } from './event-pages.ts';
import { openFleetDatabase, setAside } from './fleet-database.ts';
import { type BatchStream, type FleetStore, fleetStore } from './fleet-store.ts';
import type { PlayerRow } from './player-rows.ts';
import type { PlayerPage, PlayerQuery } from './player-search.ts';
import type { StreamMessage } from './stream-message.ts';
import { type ReadingState, StreamReader, type StreamSink } from './stream-reader.ts';

/** So many kinds of skipped messages are remembered, so that each is logged once. */
const MAX_LOGGED = 1000;

export interface ProjectionOptions {
  /** Of SQLite; made when it is not there. */
  file: string;
  nc: NatsConnection;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  clock: Clock;
}

/** How a projection is, for the health of a gateway. */
export interface ProjectionState {
  streams: readonly Readonly<ReadingState>[];
  /** Messages and records that could not be used since the start. */
  skipped: { malformed: number; unknownVersion: number };
  /** Ranges of rows that worlds lost before the fleet had them. */
  gaps: number;
  /** Why the file that was there was set aside; undefined when it was used. */
  setAside: string | undefined;
}

/** Called when there are new events; `anew`: the file was made anew, with other ids. */
export type OnEvents = (anew: boolean) => void;

const HOUR_MS = 3_600_000;

/** What the worlds of a fleet have said, in one SQLite file that their streams fill and that can be deleted at any time. */
export class Projection {
  readonly #options: ProjectionOptions;
  readonly #skipped: SkippedMessages;
  readonly #listeners = new Set<OnEvents>();
  readonly #stopSweeps: () => void;
  /** Undefined after it was found damaged, until it is needed. */
  #store: FleetStore | undefined;
  #setAside: string | undefined;
  #readers: StreamReader[];
  #closed = false;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(options: ProjectionOptions) {
    const { clock, log } = options;
    this.#options = options;
    this.#skipped = new SkippedMessages(log);
    this.#store = this.#open();
    this.#readers = this.#read();
    const sweep = () => {
      this.#sweeping = this.#sweep();
    };
    sweep();
    this.#stopSweeps = clock.every(HOUR_MS, sweep);
  }

  /** Ends the reading and closes the file. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopSweeps();
    await Promise.all([...this.#readers.map((reader) => reader.close()), this.#sweeping]);
    this.#store?.close();
  }

  state(): ProjectionState {
    return {
      streams: this.#readers.map(({ state }) => state),
      skipped: this.#skipped.counts,
      gaps: this.#on((store) => store.gaps()),
      setAside: this.#setAside,
    };
  }

  /** The newest message of the rosters' stream that was applied; undefined before the first. */
  get rosterSequence(): number | undefined {
    return this.#readers.find(({ state }) => state.stream === STREAMS.roster.name)?.state.seq;
  }

  /** Players of the worlds that may be seen: those whom the text names exactly, then the others. */
  searchPlayers(query: PlayerQuery): PlayerPage {
    return this.#on((store) => store.players.search(query));
  }

  /** How each world knows the player with this UserId. */
  sightings(userId: string, worlds: VisibleWorlds): PlayerRow[] {
    return this.#on((store) => store.players.sightings(userId, worlds));
  }

  /** A page of the audit, newest first. */
  auditPage(query: FleetAuditQuery): Page<FleetAuditRow> {
    return this.#on((store) => store.auditPage(query));
  }

  /** A page of the events, newest first. */
  eventPage(query: FleetEventQuery): Page<EventRow> {
    return this.#on((store) => store.eventPage(query));
  }

  /** The next events of all worlds after one, oldest first; whoever passes them on leaves out what may not be seen. */
  eventsAfter(id: number, limit: number): EventsAfter {
    return this.#on((store) => store.eventsAfter.read(id, limit));
  }

  /** The id of the newest event that this file ever had. */
  get newestEventId(): number {
    return this.#on((store) => store.eventsAfter.newestId());
  }

  /** Calls back when events have been stored. @returns how to end that. */
  onEvents(listener: OnEvents): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #open(): FleetStore {
    const { file, log } = this.#options;
    const { database, setAside: reason } = openFleetDatabase(file);
    if (reason !== undefined) log.warn({ file, reason }, 'the projection is made anew');
    this.#setAside ??= reason;
    return fleetStore(database);
  }

  #read(): StreamReader[] {
    const { nc, clock, log } = this.#options;
    const { events, audit, roster } = STREAMS;
    return [
      new StreamReader({
        nc,
        clock,
        log,
        stream: events,
        sink: this.#batches('events', () => this.#emit(false)),
      }),
      new StreamReader({ nc, clock, log, stream: audit, sink: this.#batches('audit', () => {}) }),
      new StreamReader({ nc, clock, log, stream: roster, sink: this.#rosters() }),
    ];
  }

  #batches(stream: BatchStream, onApplied: () => void): StreamSink {
    return {
      atOnce: 50,
      cursor: () => this.#on((store) => store.cursor(stream)),
      apply: (messages) => {
        this.#on((store) => store.applyBatches(stream, messages, this.#skip));
        onApplied();
      },
    };
  }

  /** The stream holds one message of a world, so it is read from the start: one that is known costs its bytes only. */
  #rosters(): StreamSink {
    return {
      atOnce: 1, // 200 new players take some 15 ms
      cursor: () => undefined,
      apply: async (messages) => {
        for (const message of messages) await this.#applyRoster(message);
      },
    };
  }

  async #applyRoster(message: StreamMessage): Promise<void> {
    if (this.#on((store) => store.hasRoster(message))) return;
    try {
      const roster = await unpackRoster(message.data);
      this.#on((store) => store.applyRoster(message, roster, this.#skip));
    } catch (error) {
      if (!(error instanceof MessageError)) throw error;
      this.#skip(message, error, 1);
    }
  }

  readonly #skip = (message: StreamMessage, error: MessageError, records: number): void => {
    this.#skipped.add(message, error, records);
  };

  #emit(anew: boolean): void {
    for (const listener of this.#listeners) listener(anew);
  }

  /** Works on the file. When SQLite finds it damaged, the work fails, and the next has a new file. */
  #on<T>(work: (store: FleetStore) => T): T {
    this.#store ??= this.#open();
    try {
      return work(this.#store);
    } catch (error) {
      if (isCorrupt(error)) this.#discard(error as Error);
      throw error;
    }
  }

  /** The readers fail as well, and then find no cursor in the new file. */
  #discard(error: Error): void {
    const { file, log } = this.#options;
    log.error({ err: error, file }, 'the projection is damaged; it is made anew');
    this.#store?.close();
    this.#store = undefined;
    setAside(file);
    this.#setAside = error.message;
    this.#emit(true);
  }

  async #sweep(): Promise<void> {
    const { clock, log } = this.#options;
    try {
      while (!this.#closed && this.#on((store) => store.retention.deleteSome(clock.now())))
        await pause(clock, 1);
    } catch (error) {
      log.warn({ err: error }, 'old rows of the projection could not be deleted');
    }
  }
}

/** Opens the projection of a fleet and begins to read its streams. Throws when the file can neither be opened nor made. */
export function openProjection(options: ProjectionOptions): Projection {
  return new Projection(options);
}

/** Counts what cannot be used of the messages of worlds, and logs each reason once for a world. */
class SkippedMessages {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #logged = new Set<string>();
  #malformed = 0;
  #unknownVersion = 0;

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  get counts(): { malformed: number; unknownVersion: number } {
    return { malformed: this.#malformed, unknownVersion: this.#unknownVersion };
  }

  /** `records`: how many records of the message are left out. */
  add({ subject, seq }: StreamMessage, error: MessageError, records: number): void {
    if (error instanceof UnknownVersionError) this.#unknownVersion += records;
    else this.#malformed += records;
    const key = `${subject} ${error.message}`;
    if (this.#logged.has(key) || this.#logged.size >= MAX_LOGGED) return;
    this.#logged.add(key);
    const fields = { world: worldOf(subject), subject, seq, records, reason: error.message };
    this.#log.warn(fields, 'a message of a world cannot be used');
  }
}
