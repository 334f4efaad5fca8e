import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** What of a table is in sight. Lengths are in px. */
export interface ScrollWindow {
  readonly topPx: number;
  readonly heightPx: number;
  readonly rowPx: number;
  /** Whether whole windows of rows fly past, of which nobody reads one. */
  readonly isFlying: boolean;
}

/** As long as this passes without another jump, the rows stand still. */
const REST_MS = 90;

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
  const seen = useSignal<ScrollWindow>({ topPx: 0, heightPx: 0, rowPx: 36, isFlying: false });
  useEffect(() => {
    const { current: element } = scroller;
    const { current: row } = probe;
    if (element === null || row === null) return undefined;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const land = () => {
      rest = undefined;
      if (seen.peek().isFlying) seen.value = { ...seen.peek(), isFlying: false };
    };
    const look = () => {
      const { scrollTop: topPx, clientHeight: heightPx } = element;
      const { topPx: top, heightPx: height, rowPx: each, isFlying: flew } = seen.peek();
      const rowPx = row.getBoundingClientRect().height || each;
      if (kept !== undefined && heightPx > 0) kept.topPx = topPx;
      if (top === topPx && height === heightPx && each === rowPx) return;
      const jumped = Math.abs(topPx - top) >= heightPx;
      const isFlying = rest !== undefined && (jumped || flew); // one jump, as by End, is no flight
      if (jumped || flew) {
        clearTimeout(rest);
        rest = setTimeout(land, REST_MS);
      }
      seen.value = { topPx, heightPx, rowPx, isFlying };
    };
    if (kept !== undefined) element.scrollTop = kept.topPx;
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    sizes.observe(row);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      clearTimeout(rest);
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, probe, seen, kept]);
  return seen;
}
