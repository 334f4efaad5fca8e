import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

export interface LazyPartProps<Props extends object> {
  load: () => Promise<{ default: ComponentType<Props> }>;
  /** What the part is given. */
  props?: Props;
  /** Whether it is needed; it stays once it was. Always needed unless given: then it follows the first paint. */
  when?: boolean;
  /** What stands in its place until it is there. */
  children?: ComponentChildren;
  /** What stands in its place when it could not be loaded; `children` unless given. */
  failed?: ComponentChildren;
}

/** A part of the page whose code is loaded when it is first needed. */
export function LazyPart<Props extends object = object>(all: LazyPartProps<Props>) {
  const { load, props, when = true, children, failed = children } = all;
  const view = useSignal<{ Part?: ComponentType<Props>; hasFailed?: boolean }>({});
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
  if (Part !== undefined) return <Part {...(props as Props)} />; // a part without props has no need of any
  return <>{hasFailed ? failed : children}</>;
}
