import type { PalatineEvent } from '@palatine/contract';
import { useEffect, useRef } from 'preact/hooks';
import { coalesced } from './coalesce.ts';
import { onEvent } from './live.ts';
import type { Resource } from './resource.ts';

/** At least so many ms lie between two reads of a resource that events cause. */
const GAP_MS = 1000;

/**
 * Reads a resource of a component anew after each event that concerns it, and where events may have been missed. Events
 * that come while it is read, or within a second after, cost one more read together.
 */
export function useTouch(resource: Resource<unknown>, concerns: (event: PalatineEvent) => boolean): void {
  const latest = useRef(concerns);
  latest.current = concerns;
  useEffect(() => {
    let stopped = false;
    const read = coalesced(async () => {
      if (!stopped) await resource.refresh();
    }, GAP_MS);
    const stop = onEvent((event) => {
      if (event === undefined || latest.current(event)) read();
    });
    return () => {
      stopped = true;
      stop();
    };
  }, [resource]);
}
