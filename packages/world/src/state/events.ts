import { EVENT_STREAM, type EventData, type EventType } from '@palatine/contract';
import { kept } from '../catalogue/table.ts';
import type { Index } from './table.ts';

/** One event. Ids count up, also across restarts. */
export type WorldEvent<T extends EventType = EventType> = {
  [K in T]: { readonly id: number; readonly atMs: number; readonly type: K; readonly data: EventData<K> };
}[T];

/** How many events, and how many bytes of them as JSON: whichever is reached first. */
export interface EventBounds {
  readonly events: number;
  readonly bytes: number;
}

/** What the world keeps; the oldest are dropped first. */
export const EVENTS_KEPT: EventBounds = {
  events: EVENT_STREAM.keptEvents,
  bytes: EVENT_STREAM.keptBytes,
};

const texts = new WeakMap<WorldEvent, string>();

/** An event as the store writes it. Made once: the log counts its bytes, and the store writes it. */
export function eventJson(event: WorldEvent): string {
  return kept(texts, event, () => JSON.stringify(event));
}

interface LoggedEvent {
  readonly event: WorldEvent;
  /** As JSON, which is how the store writes it. */
  readonly bytes: number;
}

/** Free places at the beginning of the list that are kept: to drop each at once would move all the others. */
const MOST_FREE = 1024;

/** Events in the order of their ids, which a rollback changes in the table, with their sizes. */
export class EventLog implements Index<WorldEvent> {
  /** The events, from `#first` on; places before it are free. */
  readonly #entries: (LoggedEvent | undefined)[] = [];
  #first = 0;
  #bytes = 0;

  get size(): number {
    return this.#entries.length - this.#first;
  }

  /** All events together, as JSON. */
  get bytes(): number {
    return this.#bytes;
  }

  get oldest(): WorldEvent | undefined {
    return this.#entries[this.#first]?.event;
  }

  get newest(): WorldEvent | undefined {
    return this.#entries.at(-1)?.event;
  }

  /** Whether the oldest has to go. The newest stays, whatever its size. */
  exceeds({ events, bytes }: EventBounds): boolean {
    return this.size > events || (this.#bytes > bytes && this.size > 1);
  }

  /** The events that follow an id, oldest first, within the bounds; at least one when there is one. */
  after(id: number, { events, bytes }: EventBounds): WorldEvent[] {
    const found: WorldEvent[] = [];
    let left = bytes;
    for (let at = this.#indexAfter(id); at < this.#entries.length && found.length < events; at++) {
      const entry = this.#at(at);
      left -= entry.bytes;
      if (left < 0 && found.length > 0) break;
      found.push(entry.event);
    }
    return found;
  }

  /** Every event. One that happens meanwhile is not in it. */
  *newestFirst(): Generator<WorldEvent> {
    const entries = this.#entries.slice(this.#first) as LoggedEvent[]; // all from there on
    for (const { event } of entries.reverse()) yield event;
  }

  changed(before: WorldEvent | undefined, after: WorldEvent | undefined): void {
    if (before !== undefined) this.#remove(before.id);
    if (after !== undefined) this.#insert(after);
  }

  #insert(event: WorldEvent): void {
    const bytes = Buffer.byteLength(eventJson(event));
    this.#entries.splice(this.#indexAfter(event.id), 0, { event, bytes });
    this.#bytes += bytes;
  }

  #remove(id: number): void {
    const at = this.#indexAfter(id - 1);
    this.#bytes -= this.#entries[at]?.bytes ?? 0;
    if (at !== this.#first) {
      this.#entries.splice(at, 1);
      return;
    }
    this.#entries[at] = undefined;
    this.#first += 1;
    if (this.#first <= MOST_FREE) return;
    this.#entries.splice(0, this.#first);
    this.#first = 0;
  }

  #at(index: number): LoggedEvent {
    return this.#entries[index] as LoggedEvent; // from `#first` on all are
  }

  /** Index of the first entry whose id is greater. */
  #indexAfter(id: number): number {
    let [low, high] = [this.#first, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#at(middle).event.id <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
