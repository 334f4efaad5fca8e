import { EVENT_STREAM } from '@palatine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../game/clock.ts';
import { StreamConnection } from '../../http/stream-connection.ts';
import type { VisibleWorlds } from './visible-worlds.ts';

/** An event as it goes over the wire. */
export interface EventText {
  readonly id: number;
  readonly world: string;
  readonly text: string;
}

/** What one watcher follows. */
export interface Watched {
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
export class FleetEventStream {
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
