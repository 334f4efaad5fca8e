import { useEffect, useMemo } from 'preact/hooks';
import { type Page, type Pages, pages } from './pages.ts';

/** A list in pages that lives as long as the component. It is made anew when one of `inputs` has changed. */
export function usePages<Row>(
  read: (cursor: string | number | undefined, signal: AbortSignal) => Promise<Page<Row>>,
  inputs: readonly unknown[] = [],
): Pages<Row> {
  const made = useMemo(() => pages(read), inputs);
  useEffect(() => () => made.dispose(), [made]);
  return made;
}
