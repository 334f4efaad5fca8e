import { PalatineError, UnansweredError } from '@palatine/client';
import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { nowMs } from '../data/clock.ts';
import { formatAge, formatTime } from '../data/format.ts';
import type { Resource } from '../data/resource.ts';
import { texts } from '../texts/texts.ts';
import { joinOutage } from './errors.ts';
import { Failure } from './Failure.tsx';
import './async-view.css';

/** Values older than this many ms have their age said below them. */
const OLD_MS = 60_000;

/**
 * The five states of a resource: loading, failed (or gone), unknown, empty and full. A value stays while a newer one is read; a
 * line says its age if that fails. That the service does not answer is said by the strip, once for the whole page.
 */
export function AsyncView<T>(props: {
  resource: Resource<T>;
  /** Shown when there is nothing, such as which filter to loosen. An empty list is recognized without it. */
  empty?: ComponentChildren;
  isEmpty?: (value: T) => boolean;
  /** Why the world does not know it, for a value that says so; undefined for a value that is known. */
  unknown?: (value: T) => ComponentChildren | undefined;
  /** The face of a 404: the service knows no such thing, also when it was there before. */
  gone?: ComponentChildren;
  rows?: number;
  /** Gray rows of this height in place of a table's row, in px. */
  rowPx?: number;
  children: (value: T) => ComponentChildren;
}) {
  const { resource, empty, unknown, gone, rows = 6, rowPx, children } = props;
  const { isEmpty = (held: unknown) => Array.isArray(held) && held.length === 0 } = props;
  const { value } = resource.value;
  const error = resource.error.value;
  const again = () => void resource.refresh();
  const isOut = useOutage(resource);
  if (gone !== undefined && error instanceof PalatineError && error.status === 404) {
    return <div class="view-state">{gone}</div>;
  }
  if (value === undefined) {
    if (isOut) return <div class="view-state">{texts.value.views.unread}</div>;
    return error === undefined ? (
      <Loading rows={rows} rowPx={rowPx} />
    ) : (
      <Failure error={error} onAgain={again} />
    );
  }
  const why = unknown?.(value);
  return (
    <>
      {error !== undefined && !isOut && (
        <div class="stale stack">
          <Failure error={error} onAgain={again} />
          <p class="faint">{texts.value.views.shownFrom(formatTime(resource.readAtMs.value))}</p>
        </div>
      )}
      {why !== undefined ? (
        <div class="view-state unknown">{why}</div>
      ) : isEmpty(value) ? (
        <div class="view-state">{empty ?? texts.value.views.empty}</div>
      ) : (
        children(value)
      )}
    </>
  );
}

/** Counts a resource to the outage while the service does not answer. @returns whether it does not */
export function useOutage(resource: Resource<unknown>): boolean {
  const isOut = resource.error.value instanceof UnansweredError;
  useEffect(() => (isOut ? joinOutage(resource) : undefined), [resource, isOut]);
  return isOut;
}

export function Loading({ rows = 6, rowPx }: { rows?: number; rowPx?: number | undefined }) {
  return (
    <div class="loading" aria-busy="true">
      <span class="spoken" role="status">
        {texts.value.views.loading}
      </span>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} class="loading-row" style={rowPx === undefined ? {} : { blockSize: `${rowPx}px` }} />
      ))}
    </div>
  );
}

/** How old a value is: "4 s ago"; in the color of a warning when it is over a minute old and could not be read. */
export function Age({ resource }: { resource: Resource<unknown> }) {
  const atMs = resource.readAtMs.value;
  if (atMs === 0) return null;
  const isOld = resource.error.value !== undefined && nowMs.value - atMs > OLD_MS;
  return <span class={isOld ? 'age old' : 'age'}>{formatAge(atMs, nowMs.value)}</span>;
}

/** A part of the page whose code is loaded when it is first needed. */
export function LazyPart<Props extends object = object>(all: {
  load: () => Promise<{ default: ComponentType<Props> }>;
  props?: Props;
  /** Whether it is needed; it stays once it was. Always needed unless given: then it follows the first paint. */
  when?: boolean;
  children?: ComponentChildren;
  /** Shown in its place when it could not be loaded; `children` unless given. */
  failed?: ComponentChildren;
}) {
  const { load, props, when = true, children, failed = children } = all;
  const view = useSignal<{ Part?: ComponentType<Props>; hasFailed?: boolean }>({});
  useEffect(() => {
    if (!when || view.value.Part !== undefined) return;
    void load().then(
      ({ default: Part }) => (view.value = { Part }),
      () => (view.value = { hasFailed: true }), // the next time it is needed it is tried again
    );
  }, [when, view, load]);
  const { Part, hasFailed } = view.value;
  if (Part !== undefined) return <Part {...(props as Props)} />; // a part without props has no need of any
  return <>{hasFailed ? failed : children}</>;
}
