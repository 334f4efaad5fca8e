import { setImmediate as turn } from 'node:timers/promises';
import { EVENT_STREAM, Refusal } from '@palatine/contract';
import type { WorldEvent } from '@palatine/world';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../game/clock.ts';
import type { GameClient } from '../game/game-client.ts';
import { type EventSource, EventStream } from './event-stream.ts';
import { toStreamText } from './event-text.ts';

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

  /** Answers a request with a stream of events that goes on until one side ends it. */
  open(request: FastifyRequest, reply: FastifyReply): void {
    const { socket } = request.raw;
    const since = resumeAt(request, this.newestId);
    if (this.#closed) throw new Refusal('SERVER_BUSY', 'the service is stopping');
    if (this.#open.size >= EVENT_STREAM.streams)
      throw new Refusal('SERVER_BUSY', 'too many watch the events already');
    reply.hijack();
    if (socket.destroyed || socket.readableEnded) return void reply.raw.destroy(); // the watcher has left already
    const stream = new EventStream(this, request, reply, {
      since,
      unsure: !this.#game.ready,
    });
    this.#open.add(stream);
    stream.begin({
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
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
  #sendLive(events: readonly WorldEvent[]): void {
    if (this.#open.size === 0) return;
    const live = { bytes: Buffer.from(events.map(toStreamText).join('')), newestId: this.newestId };
    for (const stream of this.#open) stream.sendLive(live);
  }
}

/** Whether the game thread was busy or starting, and nothing is wrong with the read itself. */
function mayPass(error: unknown): boolean {
  return error instanceof Refusal && ['SERVER_BUSY', 'REQUEST_TIMEOUT'].includes(error.code);
}

/**
 * The id of the last event that a reconnecting client has seen; the newest for one that has seen none, which browsers
 * say with an empty header. An id that was never given is of another world: its watcher begins anew.
 */
function resumeAt({ headers }: FastifyRequest, newestId: number): number {
  const { 'last-event-id': lastId = '' } = headers;
  if (lastId === '') return newestId;
  if (typeof lastId !== 'string' || !/^[0-9]+$/.test(lastId)) {
    throw new Refusal(
      'VALIDATION_FAILED',
      'the header Last-Event-ID must be a whole number, the Id of an event; without it the stream begins with the next event',
    );
  }
  return Number(lastId) <= newestId ? Number(lastId) : 0;
}
