import { EVENT_STREAM } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../game/clock.ts';
import { assertStreamFree, hijack, lastEventId, streamHeaders } from '../../http/open-stream.ts';
import { StreamConnection } from '../../http/stream-connection.ts';
import { type EventRow, fleetEventOf, fleetEventText } from './event-pages.ts';
import { fileNumberOf } from './fleet-database.ts';
import type { Projection } from './projection.ts';
import type { VisibleWorlds } from './visible-worlds.ts';

/** Events of a page, of some hundred bytes each. */
const PAGE = 200;
/** Pages that are read in one turn. */
const PAGES_AT_ONCE = 4;
/** Events that arrive within so short a time are passed on together. */
const COLLECT_MS = 50;
/** Until the file is read again that could not be read. */
const RETRY_MS = 1000;

export interface FleetEventStreamsOptions {
  projection: Pick<Projection, 'eventsAfter' | 'newestEventId' | 'onEvents'>;
  clock: Clock;
  nameOf(world: WorldKey): string;
}

/** The streams of the events of a fleet that are open. Each event is read and serialized once for all that are up to date. */
export class FleetEventStreams {
  readonly #options: FleetEventStreamsOptions;
  readonly #open = new Set<FleetEventStream>();
  readonly #stopListening: () => void;
  #cancelPass: (() => void) | undefined;
  #closed = false;

  constructor(options: FleetEventStreamsOptions) {
    this.#options = options;
    this.#stopListening = options.projection.onEvents((anew) => {
      if (anew)
        this.#endAll(); // their ids are of the former file: who comes back begins with what the new one has
      else this.#passSoon();
    });
  }

  /** How many are open. */
  get count(): number {
    return this.#open.size;
  }

  /** Answers a request with a stream of events that goes on until one side ends it. @returns how to end it. */
  open(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    worlds: () => VisibleWorlds,
    onEnd: () => void,
  ): () => void {
    const since = resumeAt(request, this.#options.projection.newestEventId);
    assertStreamFree({
      closed: this.#closed,
      count: this.#open.size,
      limit: EVENT_STREAM.streams,
      busy: 'too many watch the events of the fleet already',
    });
    if (!hijack(request, reply)) {
      onEnd();
      return () => {};
    }
    const stream = new FleetEventStream(this.#options.clock, request, reply, {
      since,
      worlds,
      catchUp: () => this.#passSoon(),
      onEnd: (ended) => {
        this.#open.delete(ended);
        onEnd();
      },
    });
    this.#open.add(stream);
    stream.begin(streamHeaders(reply));
    this.#passSoon();
    return () => stream.end();
  }

  /** Ends every stream, and opens no more. */
  close(): void {
    this.#closed = true;
    this.#stopListening();
    this.#cancelPass?.();
    this.#endAll();
  }

  #endAll(): void {
    for (const stream of this.#open) stream.end();
  }

  #passSoon(ms = COLLECT_MS): void {
    this.#cancelPass ??= this.#options.clock.after(ms, () => {
      this.#cancelPass = undefined;
      try {
        if (this.#pass()) this.#passSoon(0);
      } catch {
        this.#passSoon(RETRY_MS); // the readers of the streams fail with the file as well, and log why
      }
    });
  }

  /** Sends watchers the next page of what they lack; those who lack the same share it. @returns whether some lack more. */
  #pass(): boolean {
    const { projection } = this.#options;
    const newestId = projection.newestEventId;
    const behind = [...this.#open].filter(({ closed, cursor }) => !closed && cursor < newestId);
    const byCursor = [...Map.groupBy(behind, ({ cursor }) => cursor)];
    byCursor.sort(([one], [other]) => other - one); // who follows live does not wait for those who catch up
    for (const [cursor, streams] of byCursor.slice(0, PAGES_AT_ONCE)) {
      const { rows, until } = projection.eventsAfter(cursor, PAGE);
      const events = rows.map((row) => this.#textOf(row));
      for (const stream of streams) stream.send(events, until);
    }
    return [...this.#open].some(({ closed, cursor }) => !closed && cursor < newestId);
  }

  #textOf(row: EventRow): EventText {
    const { id, world } = row;
    return { id, world, text: fleetEventText(fleetEventOf(row, this.#options.nameOf)) };
  }
}

/** Where a watcher goes on. After an id of another file it begins with the oldest event. */
function resumeAt(request: FastifyRequest, newestId: number): number {
  const id = lastEventId(request) ?? newestId;
  return id <= newestId && fileNumberOf(id) === fileNumberOf(newestId) ? id : 0;
}

/** An event as it goes over the wire. */
interface EventText {
  readonly id: number;
  readonly world: string;
  readonly text: string;
}

/** What one watcher follows. */
interface Watched {
  /** The events after this one. */
  readonly since: number;
  /** The worlds that the token may see by now. */
  worlds(): VisibleWorlds;
  /** Reads events that were missed. */
  catchUp(stream: FleetEventStream): void;
  onEnd(stream: FleetEventStream): void;
}

/**
 * The events that go to one watcher, each once and in order. It keeps no events, only the id of the last one: while its
 * socket is full it lets events pass, and reads them from the file when the socket takes more.
 */
class FleetEventStream {
  readonly #watched: Watched;
  readonly #connection: StreamConnection;
  #cursor: number;

  constructor(clock: Clock, request: FastifyRequest, reply: FastifyReply, watched: Watched) {
    this.#watched = watched;
    this.#cursor = watched.since;
    const { heartbeatMs, stallMs } = EVENT_STREAM;
    this.#connection = new StreamConnection(request, reply, {
      clock,
      heartbeatMs,
      stallMs,
      onDrain: () => watched.catchUp(this),
      onEnd: () => watched.onEnd(this),
    });
  }

  /** The last event that was sent, or is not for this watcher. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Whether it takes no more for now, or for ever. */
  get closed(): boolean {
    return this.#connection.full || this.#connection.ended;
  }

  /** Writes the head of the response. */
  begin(headers: Record<string, string>): void {
    this.#connection.begin(headers);
    // Send the current id first, so that a client dropped before any event can still resume.
    this.#connection.write(`: watching\nid: ${this.#cursor}\n\n`);
  }

  /** Sends the events that follow its cursor, up to the one with the id `until`. */
  send(events: readonly EventText[], until: number): void {
    const worlds = this.#watched.worlds();
    const visible = events.filter(({ world }) => worlds === 'all' || worlds.has(world));
    this.#cursor = until;
    if (visible.length > 0) this.#connection.write(visible.map(({ text }) => text).join(''));
  }

  /** Ends the response; the client may connect again and resume. */
  end(): void {
    this.#connection.end();
  }
}
