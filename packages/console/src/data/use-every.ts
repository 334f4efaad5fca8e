import { useEffect } from 'preact/hooks';
import type { Resource } from './resource.ts';

/**
 * Reads resources of a component anew, every so many ms, while the page is visible, and as soon as it is again.
 * @param when false: not now, such as when nothing runs whose progress could be read
 */
export function useEvery(
  ms: number,
  resources: readonly Pick<Resource<unknown>, 'refresh'>[],
  when = true,
): void {
  useEffect(() => {
    if (!when) return undefined;
    const read = () => {
      if (document.hidden) return;
      for (const resource of resources) void resource.refresh();
    };
    const timer = setInterval(read, ms);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [ms, when, ...resources]);
}
