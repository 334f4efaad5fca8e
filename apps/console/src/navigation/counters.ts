import { type ReadonlySignal, signal } from '@preact/signals';

/** A figure beside a page in the sidebar, where it changes what one does. */
export interface Counter {
  readonly count: number;
  /** It asks for attention, such as faults in files. */
  readonly warns?: boolean;
}

const current = signal<ReadonlyMap<string, Counter>>(new Map());

export const counters: ReadonlySignal<ReadonlyMap<string, Counter>> = current;

/** Sets the counter of a page; undefined, or a count of 0, takes it away. */
export function setCounter(pageId: string, counter: Counter | undefined): void {
  const next = new Map(current.peek());
  if (counter === undefined || counter.count === 0) next.delete(pageId);
  else next.set(pageId, counter);
  current.value = next;
}
