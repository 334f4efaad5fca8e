import { EVENT_STREAM, Refusal } from '@palatine/contract';
import type { Game } from '@palatine/engine/game';
import type { Clock } from '@palatine/platform/clock';
import { palatineEvent, type WorldEvent } from '@palatine/world';
import type { Call, StreamAnswer, StreamWire } from '../response/route-calls.ts';
import { assertStreamFree, StreamConnection } from './stream-connection.ts';

/** An event as it goes over the wire. */
export interface EventText {
  readonly id: number;
  readonly text: string;
  /** Its world, in a fleet. */
  readonly world?: string;
}

export interface EventSource {
  readonly newestId: number;
  /** The next events after one, oldest first; `until`: up to which id these are all. */
  pageAfter(id: number): { readonly events: readonly EventText[]; readonly until: number };
  /** Whether an id is one of this source: a client that comes back with another begins with the oldest event. */
  isOwn(id: number): boolean;
  /** Calls back when there are new events; `isReplaced`: their ids have changed. @returns how to end that. */
  watch(onEvents: (isReplaced: boolean) => void): () => void;
}

export interface EventStreamsOptions {
  readonly source: EventSource;
  readonly clock: Clock;
  /** Message of the refusal when there are too many. */
  readonly busy: string;
  /** Events within this time are sent together; each at once unless set. */
  readonly collectMs?: number;
  /** Pause before a failed source is read again; its error is thrown unless set. */
  readonly retryMs?: number;
}

/** Called for each page, because permissions may change. */
type EventFilter = () => (event: EventText) => boolean;

/** Pages that are read in one turn. */
const PAGES_AT_ONCE = 4;

/** A stream that gets events in order, once. While its connection is full, only the cursor is kept. */
interface Watcher {
  readonly connection: StreamConnection;
  readonly filter: EventFilter;
  /** The last event that was sent, or is not for this watcher. */
  cursor: number;
}

/** The event streams that are open. Each event is read and serialized once for all that are up to date. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #open = new Set<Watcher>();
  #unwatch: (() => void) | undefined;
  #cancelPass: (() => void) | undefined;
  #closed = false;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Streams whose connection takes no more for now. */
  get full(): number {
    return [...this.#open].filter(({ connection }) => connection.full).length;
  }

  /** Answers a call with events. `filter`: those for this watcher. Throws SERVER_BUSY and VALIDATION_FAILED. */
  answer({ headers }: Pick<Call, 'headers'>, filter: EventFilter = () => () => true): StreamAnswer {
    const { source, busy } = this.#options;
    const { newestId } = source;
    const id = lastEventId(headers) ?? newestId;
    assertStreamFree(this.#closed, this.#open.size, busy);
    const cursor = id <= newestId && source.isOwn(id) ? id : 0;
    return { compressible: false, open: (wire, onEnd) => this.#begin(wire, { cursor, filter }, onEnd) };
  }

  #begin(wire: StreamWire, start: Omit<Watcher, 'connection'>, onEnd: () => void): () => void {
    const { source, clock } = this.#options;
    const connection = new StreamConnection(wire, {
      clock,
      ...EVENT_STREAM,
      onDrain: () => this.#passSoon(0),
      onEnd: () => {
        this.#onEnd(watcher);
        onEnd();
      },
    });
    const watcher: Watcher = { ...start, connection };
    this.#open.add(watcher);
    this.#unwatch ??= source.watch((isReplaced) => this.#onEvents(isReplaced));
    // Send the current id first, so that a client dropped before any event can still resume.
    connection.begin(`: watching\nid: ${watcher.cursor}\n\n`);
    this.#passSoon(0);
    return () => connection.end();
  }

  /** Ends every stream, and opens no more. */
  close(): void {
    this.#closed = true;
    this.#endAll();
  }

  #endAll(): void {
    for (const { connection } of this.#open) connection.end();
  }

  #onEnd(watcher: Watcher): void {
    this.#open.delete(watcher);
    if (this.#open.size > 0) return;
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#cancelPass?.();
    this.#cancelPass = undefined;
  }

  #onEvents(isReplaced: boolean): void {
    const { collectMs } = this.#options;
    if (isReplaced) this.#endAll();
    else if (collectMs !== undefined) this.#passSoon(collectMs);
    else if (this.#cancelPass === undefined) this.#pass();
  }

  #passSoon(ms: number): void {
    const pass = () => {
      this.#cancelPass = undefined;
      this.#pass();
    };
    this.#cancelPass ??= ms === 0 ? inNextTurn(pass) : this.#options.clock.after(ms, pass);
  }

  #pass(): void {
    const { retryMs } = this.#options;
    try {
      if (this.#sendPages()) this.#passSoon(0);
    } catch (error) {
      if (retryMs === undefined) throw error;
      this.#passSoon(retryMs);
    }
  }

  /** Sends watchers the next page of what they lack; those who lack the same share it. @returns whether some lack more. */
  #sendPages(): boolean {
    const { source } = this.#options;
    const { newestId } = source; // a query, for some
    const behind = () =>
      [...this.#open].filter(
        ({ connection: { full, ended }, cursor }) => !full && !ended && cursor < newestId,
      );
    const byCursor = [...Map.groupBy(behind(), ({ cursor }) => cursor)];
    byCursor.sort(([one], [other]) => other - one); // a live stream does not wait for one that catches up
    for (const [cursor, watchers] of byCursor.slice(0, PAGES_AT_ONCE)) {
      const { events, until } = source.pageAfter(cursor);
      for (const watcher of watchers) {
        watcher.cursor = until;
        const text = events.filter(watcher.filter()).map((event) => event.text);
        if (text.length > 0) watcher.connection.write(text.join(''));
      }
    }
    return behind().length > 0;
  }
}

/** The last event id of a reconnecting client; undefined for none or ''. Throws VALIDATION_FAILED. */
function lastEventId({ 'last-event-id': id = '' }: Call['headers']): number | undefined {
  if (id === '') return undefined;
  if (typeof id === 'string' && /^[0-9]+$/.test(id)) return Number(id);
  throw new Refusal(
    'VALIDATION_FAILED',
    'the header Last-Event-ID must be a whole number, the Id of an event; without it the stream begins with the next event',
  );
}

function inNextTurn(work: () => void): () => void {
  const turn = setImmediate(work);
  return () => clearImmediate(turn);
}

/** The events of the world, for streams. An unknown id is of another world. */
export function worldEvents(game: Game): EventSource {
  return {
    get newestId() {
      return game.newestEventId;
    },
    pageAfter(id) {
      const { since, events, newestId } = game.eventsSince(id);
      const until = events.at(-1)?.id ?? Math.max(since, newestId);
      return { events: events.map((event) => ({ id: event.id, text: eventText(event) })), until };
    },
    isOwn: () => true,
    watch: (onEvents) => game.watch(() => onEvents(false)),
  };
}

export function eventText(event: WorldEvent): string {
  const body = JSON.stringify(palatineEvent(event)); // JSON holds no line breaks
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${body}\n\n`;
}
