import { setImmediate as turn } from 'node:timers/promises';
import { EVENT_STREAM, Refusal } from '@palatine/contract';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../game/clock.ts';
import type { GameClient, NewEvents } from '../game/game-client.ts';
import { type EventSource, EventStream } from './event-stream.ts';
import { toStreamText } from './event-text.ts';
import type { RequestContext } from './mount.ts';
import { assertStreamFree, hijack, lastEventId, streamHeaders } from './open-stream.ts';

/** Pages that are read at once, each in a slot of the queue of the game thread; other streams wait their turn. */
const PAGES_AT_ONCE = 2;

/** The event streams that are open. */
export class EventStreams implements EventSource {
  readonly clock: Clock;
  readonly #game: GameClient;
  readonly #open = new Set<EventStream>();
  /** Those that wait for a page, in the order of their requests. */
  readonly #waiting = new Set<EventStream>();
  #pagesRead = 0;
  #closed = false;

  constructor(game: GameClient, clock: Clock) {
    this.#game = game;
    this.clock = clock;
    game.watch({
      onEvents: (events) => this.#sendLive(events),
      onRestart: () => {
        for (const stream of this.#open) stream.lookAgain();
      },
    });
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
    const unsure = !this.#game.ready;
    const stream = new EventStream(this, request, reply, { since, unsure, onEnd });
    this.#open.add(stream);
    stream.begin(streamHeaders(reply));
    return () => stream.end();
  }

  /** Ends every stream, and opens no more. */
  close(): void {
    this.#closed = true;
    for (const stream of this.#open) stream.end();
  }

  requestPage(stream: EventStream): void {
    this.#waiting.add(stream);
    this.#readPages();
  }

  onEnd(stream: EventStream): void {
    this.#open.delete(stream);
    this.#waiting.delete(stream);
  }

  #readPages(): void {
    for (const stream of this.#waiting) {
      if (this.#pagesRead >= PAGES_AT_ONCE) return;
      this.#waiting.delete(stream);
      this.#pagesRead += 1;
      void this.#readPage(stream).finally(() => {
        this.#pagesRead -= 1;
        this.#readPages();
      });
    }
  }

  async #readPage(stream: EventStream): Promise<void> {
    try {
      const page = await this.#game.eventsSince(stream.cursor);
      await turn(); // Node takes message after message from a thread that answers at once: callers would wait
      stream.onPage(page);
    } catch (error) {
      if (mayPass(error)) stream.retry();
      else stream.end();
    }
  }

  /** Each event is serialized once, for all who watch. */
  #sendLive(events: NewEvents): void {
    if (this.#open.size === 0) return;
    const live = { bytes: Buffer.from(events.list().map(toStreamText).join('')), newestId: this.newestId };
    for (const stream of this.#open) stream.sendLive(live);
  }
}

/** Whether the game thread was busy or starting, and nothing is wrong with the read itself. */
function mayPass(error: unknown): boolean {
  return error instanceof Refusal && ['SERVER_BUSY', 'REQUEST_TIMEOUT'].includes(error.code);
}

/** Where a watcher goes on. An id that was never given is of another world: its watcher begins anew. */
function resumeAt(request: FastifyRequest, newestId: number): number {
  const id = lastEventId(request) ?? newestId;
  return id <= newestId ? id : 0;
}
