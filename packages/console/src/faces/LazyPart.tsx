import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

export interface LazyPartProps {
  load: () => Promise<{ default: ComponentType }>;
  /** Whether it is needed; it stays once it was. Always needed unless given: then it follows the first paint. */
  when?: boolean;
  /** What stands in its place until it is there. */
  children?: ComponentChildren;
  /** What stands in its place when it could not be loaded; `children` unless given. */
  failed?: ComponentChildren;
}

/** A part of the page whose code is loaded when it is first needed. */
export function LazyPart({ load, when = true, children, failed = children }: LazyPartProps) {
  const view = useSignal<{ Part?: ComponentType; hasFailed?: boolean }>({});
  useEffect(() => {
    if (!when || view.value.Part !== undefined) return;
    void load().then(
      ({ default: Part }) => {
        view.value = { Part };
      },
      () => {
        view.value = { hasFailed: true }; // the next time it is needed it is tried again
      },
    );
  }, [when, view, load]);
  const { Part, hasFailed } = view.value;
  if (Part !== undefined) return <Part />;
  return <>{hasFailed ? failed : children}</>;
}
