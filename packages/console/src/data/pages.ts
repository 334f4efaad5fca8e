import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Resource, resource } from './resource.ts';

/** A list that is read page by page, newest first, as far as somebody asks. */
export interface Pages<Row> extends Resource<readonly Row[]> {
  /** Whether there are older ones. */
  readonly hasMore: ReadonlySignal<boolean>;
  /** Whether older ones are being read. */
  readonly readingMore: ReadonlySignal<boolean>;
  /** Reads the next page. Rejects as the read does. */
  more(): Promise<void>;
  /** Reads on until the list ends, or `most` rows are there. @returns all rows read */
  all(most: number): Promise<readonly Row[]>;
}

/** One page, and the cursor of the next. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | number | undefined;
}

/** A list whose first page is read at once, and anew whenever a signal that `read` uses has changed. */
export function pages<Row>(
  read: (cursor: string | number | undefined, signal: AbortSignal) => Promise<Page<Row>>,
): Pages<Row> {
  const later = signal<readonly Row[]>([]);
  const next = signal<string | number | undefined>(undefined);
  const readingMore = signal(false);
  let generation = new AbortController();
  const first = resource(async (aborted) => {
    generation.abort();
    generation = new AbortController();
    const page = await read(undefined, aborted);
    if (!aborted.aborted) {
      batch(() => {
        later.value = [];
        next.value = page.next;
      });
    }
    return page.rows;
  });

  async function more(): Promise<void> {
    if (next.peek() === undefined || readingMore.peek()) return;
    const { signal: aborted } = generation;
    readingMore.value = true;
    try {
      const page = await read(next.peek(), aborted);
      if (aborted.aborted) return;
      batch(() => {
        later.value = [...later.peek(), ...page.rows];
        next.value = page.next;
      });
    } finally {
      readingMore.value = false;
    }
  }

  const value = computed(() => first.value.value && [...first.value.value, ...later.value]);
  return {
    ...first,
    value,
    hasMore: computed(() => next.value !== undefined),
    readingMore,
    more,
    async all(most) {
      while (next.peek() !== undefined && (value.peek()?.length ?? 0) < most) await more();
      return value.peek() ?? [];
    },
    dispose() {
      generation.abort();
      first.dispose();
    },
  };
}
