import { UnansweredError } from '@palatine/client';
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Resource } from '../data/resource.ts';
import { assign } from '../kit/assign.ts';

const unread = signal<ReadonlySet<Resource<unknown>>>(new Set());

/** The resources of the page that could not be read because the service does not answer. */
export interface Outage {
  readonly error: unknown;
  /** When the oldest value that is shown was read, in ms since 1970; 0 where nothing is. */
  readonly sinceMs: number;
}

/** The outage that the page tells once, for all that it shows; undefined while everything is answered. */
export const outage: ReadonlySignal<Outage | undefined> = computed(() => {
  const [first, ...others] = unread.value;
  if (first === undefined) return undefined;
  const read = [first, ...others].map(({ readAtMs }) => readAtMs.value).filter((atMs) => atMs > 0);
  return { error: first.error.value, sinceMs: read.length === 0 ? 0 : Math.min(...read) };
});

/** Whether a read failed because nothing, or not the service, answered it. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof UnansweredError;
}

/** Counts a resource to the outage. @returns how to take it out. */
export function joinOutage(resource: Resource<unknown>): () => void {
  unread.value = new Set([...unread.peek(), resource]);
  return () => assign(unread, new Set([...unread.peek()].filter((other) => other !== resource)));
}

/** Reads all anew that could not be read. */
export function readAgain(): void {
  for (const resource of unread.peek()) void resource.refresh();
}
