import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { assign } from '../kit/assign.ts';

/** Below this width in px a table is a list of two lines. */
const NARROW_PX = 720;

/** Whether an element, or the window, is too narrow for columns. */
export function useNarrow(element: RefObject<HTMLElement | null>, narrowPx = NARROW_PX): boolean {
  const isNarrow = useSignal(typeof innerWidth === 'number' && innerWidth < narrowPx);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const sizes = new ResizeObserver(() => assign(isNarrow, current.clientWidth < narrowPx));
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [element, isNarrow, narrowPx]);
  return isNarrow.value;
}
