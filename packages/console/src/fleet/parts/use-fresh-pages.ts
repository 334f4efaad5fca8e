import type { Page, Pages } from '../../data/pages.ts';
import { useEvery } from '../../data/use-every.ts';
import { usePages } from '../../data/use-pages.ts';

/** Between two reads of a list that changes by itself, in ms. */
const READ_MS = 5000;

/** A paged list, refreshed while it is visible and nobody has loaded more than the first `size` rows. */
export function useFreshPages<Row>(
  read: (cursor: string | number | undefined, signal: AbortSignal) => Promise<Page<Row>>,
  inputs: readonly unknown[],
  size: number,
): Pages<Row> {
  const list = usePages(read, inputs);
  useEvery(READ_MS, [list], (list.value.value?.length ?? 0) <= size);
  return list;
}
