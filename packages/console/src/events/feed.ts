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
  /** The past, newest first, behind what has happened since. */
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
      const oldest = shown.peek().at(-1)?.Id ?? Number.POSITIVE_INFINITY;
      shown.value = [...shown.peek(), ...past.filter(({ Id }) => Id < oldest)].slice(0, KEPT);
    },
    pause(paused) {
      isPaused.value = paused;
      if (paused) return;
      shown.value = [...held.peek(), ...shown.peek()].slice(0, KEPT);
      held.value = [];
    },
  };
}
