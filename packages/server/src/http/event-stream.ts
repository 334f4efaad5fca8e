import { EVENT_STREAM } from '@palatine/contract';
import { palatineEvent, type WorldEvent } from '@palatine/world';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventsPage } from '../game/calls.ts';
import type { Clock } from '../game/clock.ts';
import { StreamConnection } from './stream-connection.ts';

/** The game, as a stream sees it. */
export interface EventSource {
  readonly clock: Clock;
  /** The newest event that was passed on. */
  readonly newestId: number;
  pageAfter(id: number): EventsPage;
  onEnd(stream: EventStream): void;
}

/** Events as text/event-stream. */
export function eventsText(events: readonly WorldEvent[]): string {
  return events
    .map((event) => {
      const body = JSON.stringify(palatineEvent(event)); // JSON holds no line breaks
      return `id: ${event.id}\nevent: ${event.type}\ndata: ${body}\n\n`;
    })
    .join('');
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
  /** Whether the next page is due in a later turn. */
  #reading = false;

  /** `since`: the events after this one. */
  constructor(
    source: EventSource,
    request: FastifyRequest,
    reply: FastifyReply,
    { since, onEnd }: { since: number; onEnd: () => void },
  ) {
    this.#source = source;
    this.#cursor = since;
    const { clock } = source;
    const { heartbeatMs, stallMs } = EVENT_STREAM;
    this.#connection = new StreamConnection(request, reply, {
      clock,
      heartbeatMs,
      stallMs,
      onDrain: () => this.#goOn(),
      onEnd: () => {
        source.onEnd(this);
        onEnd();
      },
    });
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

  /** Ends the response; the client may connect again and resume. */
  end(): void {
    this.#connection.end();
  }

  /** Sends what is missing, a page in each turn of the event loop, unless the socket is full. */
  #goOn(): void {
    if (this.#reading || this.full || this.#cursor >= this.#source.newestId) return;
    this.#reading = true;
    setImmediate(() => {
      this.#reading = false;
      if (this.#connection.ended || this.full) return;
      const { since, events, newestId } = this.#source.pageAfter(this.#cursor);
      this.#cursor = events.at(-1)?.id ?? Math.max(since, newestId);
      if (events.length > 0) this.#connection.write(eventsText(events));
      this.#goOn();
    });
  }
}
