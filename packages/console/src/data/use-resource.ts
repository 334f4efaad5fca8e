import { useEffect, useMemo } from 'preact/hooks';
import { type Resource, resource } from './resource.ts';

/** A resource that lives as long as the component. It is made anew when one of `inputs` has changed. */
export function useResource<T>(
  read: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[] = [],
): Resource<T> {
  const made = useMemo(() => resource(read), inputs);
  useEffect(() => () => made.dispose(), [made]);
  return made;
}
