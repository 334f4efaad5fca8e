import { EVENT_STREAM } from '@palatine/contract';
import type { WorldEvent } from '@palatine/world';
import type { FastifyRequest } from 'fastify';
import type { EventsPage } from '../game/calls.ts';
import type { Clock } from '../game/clock.ts';
import type { Game } from '../game/game.ts';
import { type EventSource, EventStream, eventsText } from './event-stream.ts';
import type { RequestContext } from './mount.ts';
import { assertStreamFree, hijack, lastEventId, streamHeaders } from './open-stream.ts';

/** The event streams that are open. */
export class EventStreams implements EventSource {
  readonly clock: Clock;
  readonly #game: Game;
  readonly #open = new Set<EventStream>();
  #closed = false;
  #unwatch: (() => void) | undefined;

  constructor(game: Game, clock: Clock) {
    this.#game = game;
    this.clock = clock;
  }

  /** How many are open. */
  get count(): number {
    return this.#open.size;
  }

  /** How many wait until their connection takes more. */
  get full(): number {
    return [...this.#open].filter(({ full }) => full).length;
  }

  get newestId(): number {
    return this.#game.newestEventId;
  }

  /** Answers a request with a stream of events that goes on until one side ends it. @returns how to end it. */
  open({ request, reply }: Pick<RequestContext, 'request' | 'reply'>, onEnd: () => void): () => void {
    const since = resumeAt(request, this.newestId);
    assertStreamFree({
      closed: this.#closed,
      count: this.#open.size,
      limit: EVENT_STREAM.streams,
      busy: 'too many watch the events already',
    });
    if (!hijack(request, reply)) {
      onEnd();
      return () => {};
    }
    const stream = new EventStream(this, request, reply, { since, onEnd });
    this.#open.add(stream);
    this.#unwatch ??= this.#game.watch((events) => this.#sendLive(events));
    stream.begin(streamHeaders(reply));
    return () => stream.end();
  }

  /** Ends every stream, and opens no more. */
  close(): void {
    this.#closed = true;
    for (const stream of this.#open) stream.end();
  }

  pageAfter(id: number): EventsPage {
    return this.#game.eventsSince(id);
  }

  onEnd(stream: EventStream): void {
    this.#open.delete(stream);
    if (this.#open.size > 0) return;
    this.#unwatch?.();
    this.#unwatch = undefined;
  }

  /** Each event is serialized once, for all who watch. */
  #sendLive(events: readonly WorldEvent[]): void {
    const live = { bytes: Buffer.from(eventsText(events)), newestId: events.at(-1)?.id ?? 0 };
    for (const stream of this.#open) stream.sendLive(live);
  }
}

/** Where a watcher goes on. An id that was never given is of another world: its watcher begins anew. */
function resumeAt(request: FastifyRequest, newestId: number): number {
  const id = lastEventId(request) ?? newestId;
  return id <= newestId ? id : 0;
}
