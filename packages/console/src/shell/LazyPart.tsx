import { useSignal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useEffect } from 'preact/hooks';

export interface LazyPartProps {
  load: () => Promise<{ default: ComponentType }>;
  /** Whether it is needed; it stays once it was. */
  when: boolean;
}

/** A part of the page whose code is loaded when it is first needed. */
export function LazyPart({ load, when }: LazyPartProps): JSX.Element | null {
  const view = useSignal<{ Part?: ComponentType }>({});
  useEffect(() => {
    if (!when || view.value.Part !== undefined) return;
    void load()
      .then(({ default: Part }) => {
        view.value = { Part };
      })
      .catch(() => {}); // the next time it is needed it is tried again
  }, [when, view, load]);
  const { Part } = view.value;
  return Part === undefined ? null : <Part />;
}
