import type { EventBounds, WorldEvent } from './events.ts';
import type { Index } from './table.ts';

interface LoggedEvent {
  readonly event: WorldEvent;
  /** As JSON, which is how the store writes it. */
  readonly bytes: number;
}

/**
 * The events in the order of their ids, with their sizes. The table itself loses the order: a rollback puts the
 * oldest back behind the newest.
 */
export class EventLog implements Index<WorldEvent> {
  readonly #entries: LoggedEvent[] = [];
  #bytes = 0;

  get size(): number {
    return this.#entries.length;
  }

  /** All events together, as JSON. */
  get bytes(): number {
    return this.#bytes;
  }

  get oldest(): WorldEvent | undefined {
    return this.#entries[0]?.event;
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
    const from = this.#indexAfter(id);
    for (const entry of this.#entries.slice(from, from + events)) {
      left -= entry.bytes;
      if (left < 0 && found.length > 0) break;
      found.push(entry.event);
    }
    return found;
  }

  /** Every event. One that happens meanwhile is not in it. */
  *newestFirst(): Generator<WorldEvent> {
    for (const { event } of this.#entries.toReversed()) yield event;
  }

  changed(before: WorldEvent | undefined, after: WorldEvent | undefined): void {
    if (before !== undefined) this.#remove(before.id);
    if (after !== undefined) this.#insert(after);
  }

  #insert(event: WorldEvent): void {
    const bytes = Buffer.byteLength(JSON.stringify(event));
    this.#entries.splice(this.#indexAfter(event.id), 0, { event, bytes });
    this.#bytes += bytes;
  }

  #remove(id: number): void {
    const [removed] = this.#entries.splice(this.#indexAfter(id - 1), 1);
    this.#bytes -= removed?.bytes ?? 0;
  }

  /** Index of the first entry whose id is greater. */
  #indexAfter(id: number): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle] as LoggedEvent).event.id <= id)
        low = middle + 1; // middle < length
      else high = middle;
    }
    return low;
  }
}
