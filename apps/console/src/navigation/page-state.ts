import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The title that the page has given itself, as its owner wrote it; undefined: its name is enough. */
export const pageTitle = signal<string | undefined>(undefined);

/** Gives the page the name of what it shows, of the many things it can show: "Zoe" on the page of players. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    pageTitle.value = title;
    return () => (pageTitle.value = undefined);
  }, [title]);
}

/** A figure beside a page in the sidebar, where it changes what one does. */
interface Counter {
  readonly count: number;
  /** It asks for attention, such as faults in files. */
  readonly warns?: boolean;
}

export const counters = signal<ReadonlyMap<string, Counter>>(new Map());

/** Sets the counter of a page; undefined, or a count of 0, takes it away. */
export function setCounter(pageId: string, counter: Counter | undefined): void {
  const next = new Map(counters.peek());
  if (counter === undefined || counter.count === 0) next.delete(pageId);
  else next.set(pageId, counter);
  counters.value = next;
}
