import { type Signal, useSignal } from '@preact/signals';
import { type RefObject, useEffect } from 'preact/compat';

/** What of a table is in sight. Lengths are in px. */
export interface ScrollWindow {
  readonly topPx: number;
  readonly heightPx: number;
  readonly rowPx: number;
}

/**
 * Follows the scrolling and the size of a table's scroller.
 * @param probe an element as high as a row, which style and density decide
 * @param kept where the table was scrolled to when it was last shown
 */
export function useScrollWindow(
  scroller: RefObject<HTMLElement | null>,
  probe: RefObject<HTMLElement | null>,
  kept?: { topPx: number },
): Signal<ScrollWindow> {
  const seen = useSignal<ScrollWindow>({ topPx: 0, heightPx: 0, rowPx: 36 });
  useEffect(() => {
    const { current: element } = scroller;
    const { current: row } = probe;
    if (element === null || row === null) return undefined;
    const look = () => {
      const { scrollTop: topPx, clientHeight: heightPx } = element;
      const rowPx = row.getBoundingClientRect().height || seen.peek().rowPx;
      if (kept !== undefined && heightPx > 0) kept.topPx = topPx;
      const { topPx: top, heightPx: height, rowPx: each } = seen.peek();
      if (top !== topPx || height !== heightPx || each !== rowPx) seen.value = { topPx, heightPx, rowPx };
    };
    if (kept !== undefined) element.scrollTop = kept.topPx;
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    sizes.observe(row);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, probe, seen, kept]);
  return seen;
}
