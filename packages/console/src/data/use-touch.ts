import type { PalatineEvent } from '@palatine/contract';
import { useEffect, useRef } from 'preact/hooks';
import { touch } from './live.ts';
import type { Resource } from './resource.ts';

/** Reads a resource of a component anew after each event that concerns it. */
export function useTouch(resource: Resource<unknown>, concerns: (event: PalatineEvent) => boolean): void {
  const latest = useRef(concerns);
  latest.current = concerns;
  useEffect(() => touch(resource, (event) => latest.current(event)), [resource]);
}
