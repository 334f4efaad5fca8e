import { EVENT_STREAM } from '@palatine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../game/clock.ts';
import type { EventsPage } from '../game/protocol.ts';
import { toStreamText } from './event-text.ts';
import { StreamConnection } from './stream-connection.ts';

/** Until the game thread is asked again that had no time, or was starting. */
const RETRY_MS = 1000;

/** What a stream asks of the streams together. */
export interface EventSource {
  readonly clock: Clock;
  /** The newest event that was passed on. */
  readonly newestId: number;
  /** Has the stream called back with a page of events, or the error, when its turn comes. */
  requestPage(stream: EventStream): void;
  onEnd(stream: EventStream): void;
}

/** Events as they go over the wire. */
export interface LiveEvents {
  readonly newestId: number;
  readonly bytes: Uint8Array;
}

/**
 * The events that go to one watcher, each once and in order. It keeps no events, only the id of the last that was
 * sent: while its socket is full it lets events pass, and later reads from the game what it has missed.
 */
export class EventStream {
  readonly #source: EventSource;
  readonly #connection: StreamConnection;
  /** The id of the last event that was sent. */
  #cursor: number;
  /** Whether there may be events beyond the newest that was passed on. */
  #unsure: boolean;
  /** Whether a page of events is on the way. */
  #reading = false;
  #cancelRetry: () => void = () => {};

  /** `since`: the events after this one; `unsure`: whether there may be more than were passed on. */
  constructor(
    source: EventSource,
    request: FastifyRequest,
    reply: FastifyReply,
    { since, unsure, onEnd }: { since: number; unsure: boolean; onEnd: () => void },
  ) {
    this.#source = source;
    this.#cursor = since;
    this.#unsure = unsure;
    const { clock } = source;
    const { heartbeatMs, stallMs } = EVENT_STREAM;
    this.#connection = new StreamConnection(request, reply, {
      clock,
      heartbeatMs,
      stallMs,
      onDrain: () => this.#goOn(),
      onEnd: () => {
        this.#cancelRetry();
        source.onEnd(this);
        onEnd();
      },
    });
  }

  get cursor(): number {
    return this.#cursor;
  }

  /** Whether the connection takes no more for now. */
  get full(): boolean {
    return this.#connection.full;
  }

  /** Writes the head of the response, and goes on from there. */
  begin(headers: Record<string, string>): void {
    this.#connection.begin(headers);
    // Send the current id first, so that a client dropped before any event can still resume.
    this.#connection.write(`: watching\nid: ${this.#cursor}\n\n`);
    this.#goOn();
  }

  /** Sends events that have just happened, unless earlier ones have to be sent first. */
  sendLive({ newestId, bytes }: LiveEvents): void {
    if (this.#reading || this.full) return;
    this.#cursor = newestId;
    this.#connection.write(bytes);
  }

  /** Looks for events that were stored and never passed on. */
  lookAgain(): void {
    this.#unsure = true;
    this.#goOn();
  }

  /** Sends the page that was requested. */
  onPage({ since, events, newestId }: EventsPage): void {
    this.#reading = false;
    if (this.#connection.ended || this.full) return; // a heartbeat has filled the socket: read the page again later
    this.#cursor = events.at(-1)?.id ?? since;
    this.#unsure = this.#cursor < newestId;
    if (events.length > 0) this.#connection.write(events.map(toStreamText).join(''));
    this.#goOn();
  }

  /** The game had no time for the page: tries again. */
  retry(): void {
    this.#cancelRetry = this.#source.clock.after(RETRY_MS, () => {
      this.#reading = false;
      this.#goOn();
    });
  }

  /** Ends the response; the client may connect again and resume. */
  end(): void {
    this.#connection.end();
  }

  /** Reads the next page, unless the socket is full or nothing is missing. */
  #goOn(): void {
    if (this.#connection.ended || this.#reading || this.full) return;
    if (!this.#unsure && this.#cursor >= this.#source.newestId) return;
    this.#reading = true;
    this.#source.requestPage(this);
  }
}
