import type { PalatineEvent } from '@palatine/contract';
import { computed, type ReadonlySignal, signal } from '@preact/signals';

/** Most events that a feed holds; the rest is on the page of events. */
const KEPT = 300;

/** Events as they happen, newest first. They wait while somebody looks at a line. */
export interface Feed {
  readonly events: ReadonlySignal<readonly PalatineEvent[]>;
  /** How many wait until the feed goes on. */
  readonly waiting: ReadonlySignal<number>;
  readonly isPaused: ReadonlySignal<boolean>;
  add(event: PalatineEvent): void;
  /** The past, of which a part may be there already. */
  begin(past: readonly PalatineEvent[]): void;
  pause(paused: boolean): void;
}

/** An empty feed. */
export function createFeed(): Feed {
  const shown = signal<readonly PalatineEvent[]>([]);
  const held = signal<readonly PalatineEvent[]>([]);
  const isPaused = signal(false);
  const newest = (): number => held.peek()[0]?.Id ?? shown.peek()[0]?.Id ?? 0;
  return {
    events: shown,
    waiting: computed(() => held.value.length),
    isPaused,
    add(event) {
      if (event.Id <= newest()) return; // the past has it already
      const target = isPaused.peek() ? held : shown;
      target.value = [event, ...target.peek()].slice(0, KEPT);
    },
    begin(past) {
      const [top] = shown.peek();
      const newestShown = isPaused.peek() && top !== undefined ? top.Id : Number.POSITIVE_INFINITY;
      held.value = merged(
        held.peek(),
        past.filter(({ Id }) => Id > newestShown),
      );
      shown.value = merged(
        shown.peek(),
        past.filter(({ Id }) => Id <= newestShown),
      );
    },
    pause(paused) {
      isPaused.value = paused;
      if (paused) return;
      shown.value = merged(held.peek(), shown.peek());
      held.value = [];
    },
  };
}

/** The events of both lists, each once, newest first. */
function merged(list: readonly PalatineEvent[], others: readonly PalatineEvent[]): readonly PalatineEvent[] {
  const known = new Set(list.map(({ Id }) => Id));
  const all = [...list, ...others.filter(({ Id }) => !known.has(Id))];
  return all.sort((one, other) => other.Id - one.Id).slice(0, KEPT);
}
