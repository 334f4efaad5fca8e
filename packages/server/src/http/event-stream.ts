import type { ServerResponse } from 'node:http';
import { EVENT_STREAM } from '@palatine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../game/clock.ts';
import type { EventsPage } from '../game/protocol.ts';
import { toStreamText } from './event-text.ts';

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
  readonly #response: ServerResponse;
  readonly #removeListeners: () => void;
  readonly #stopHeartbeat: () => void;
  /** The id of the last event that was sent. */
  #cursor: number;
  /** Whether there may be events beyond the newest that was passed on. */
  #unsure: boolean;
  /** Ends the wait for a full socket; undefined while there is none. */
  #cancelStall: (() => void) | undefined;
  /** Whether a page of events is on the way. */
  #reading = false;
  #cancelRetry: () => void = () => {};
  #ended = false;

  /** `since`: the events after this one; `unsure`: whether there may be more than were passed on. */
  constructor(
    source: EventSource,
    request: FastifyRequest,
    reply: FastifyReply,
    { since, unsure }: { since: number; unsure: boolean },
  ) {
    this.#source = source;
    this.#response = reply.raw;
    this.#cursor = since;
    this.#unsure = unsure;
    const { socket } = request.raw;
    const onClose = () => this.#release();
    const onHalfClosed = () => this.end();
    reply.raw.once('close', onClose);
    socket.once('close', onClose);
    socket.once('end', onHalfClosed);
    this.#removeListeners = () => socket.off('close', onClose).off('end', onHalfClosed);
    this.#stopHeartbeat = source.clock.every(EVENT_STREAM.heartbeatMs, () => this.#beat());
  }

  get cursor(): number {
    return this.#cursor;
  }

  /** Whether the connection takes no more for now. */
  get full(): boolean {
    return this.#cancelStall !== undefined;
  }

  /** Writes the head of the response, and goes on from there. */
  begin(headers: Record<string, string>): void {
    this.#response.writeHead(200, headers);
    // Send the current id first, so that a client dropped before any event can still resume.
    this.#write(`: watching\nid: ${this.#cursor}\n\n`);
    this.#goOn();
  }

  /** Sends events that have just happened, unless earlier ones have to be sent first. */
  sendLive({ newestId, bytes }: LiveEvents): void {
    if (this.#reading || this.full) return;
    this.#cursor = newestId;
    this.#write(bytes);
  }

  /** Looks for events that were stored and never passed on. */
  lookAgain(): void {
    this.#unsure = true;
    this.#goOn();
  }

  /** Sends the page that was requested. */
  onPage({ since, events, newestId }: EventsPage): void {
    this.#reading = false;
    if (this.#ended || this.full) return; // a heartbeat has filled the socket: read the page again later
    this.#cursor = events.at(-1)?.id ?? since;
    this.#unsure = this.#cursor < newestId;
    if (events.length > 0) this.#write(events.map(toStreamText).join(''));
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
    this.#release();
    this.#response.end();
  }

  /** Reads the next page, unless the socket is full or nothing is missing. */
  #goOn(): void {
    if (this.#ended || this.#reading || this.full) return;
    if (!this.#unsure && this.#cursor >= this.#source.newestId) return;
    this.#reading = true;
    this.#source.requestPage(this);
  }

  #write(bytes: string | Uint8Array): void {
    if (this.#response.write(bytes)) return;
    this.#cancelStall = this.#source.clock.after(EVENT_STREAM.stallMs, () => this.#response.destroy());
    this.#response.once('drain', () => {
      this.#cancelStall?.();
      this.#cancelStall = undefined;
      this.#goOn();
    });
  }

  /** A full socket gets no heartbeat: it would hide that nobody reads. */
  #beat(): void {
    if (!this.full) this.#write(': \n\n');
  }

  #release(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#removeListeners();
    this.#stopHeartbeat();
    this.#cancelStall?.();
    this.#cancelRetry();
    this.#source.onEnd(this);
  }
}
