import type { CallArguments, CallOptions } from '@palatine/client';
import {
  ALL_ROUTES,
  type AnyRouteName,
  type PalatineEvent,
  type RouteReply,
  type RouteShape,
} from '@palatine/contract';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { client } from '../session/session.ts';
import { onEvent } from './live.ts';
import { type Resource, resource } from './resource.ts';

/** A resource that lives as long as the component. It is recreated when one of `inputs` has changed; `key`: that of the cache. */
export function useResource<T>(
  read: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[] = [],
  key?: string,
): Resource<T> {
  const current = useMemo(() => resource(read, { key }), inputs);
  useEffect(() => () => current.dispose(), [current]);
  return current;
}

/** The events after which something is read again; those whose type fits, or that a function says. */
export type Concerns = RegExp | ((event: PalatineEvent) => boolean);

/** The reply of a route, read again after events that `refreshOn` says; recreated when the input has changed. */
export function useReply<Name extends AnyRouteName>(
  name: Name,
  input?: CallOptions<(typeof ALL_ROUTES)[Name]>,
  refreshOn?: Concerns,
): Resource<RouteReply<(typeof ALL_ROUTES)[Name]>> {
  const reply = useResource(
    (signal) => client().call(ALL_ROUTES[name], ...callOf<(typeof ALL_ROUTES)[Name]>({ ...input, signal })),
    [JSON.stringify(input)],
    `${name} ${JSON.stringify(input)}`,
  );
  useRefreshOn(reply, refreshOn);
  return reply;
}

/** The arguments of a call whose input the type of its caller has checked. */
export const callOf = <R extends RouteShape>(input: object) => [input] as unknown as CallArguments<R>;

/** At least this many ms are between two reads of a resource that events cause. */
const GAP_MS = 1000;

/** Reads a resource again after events that concern it, at most once in `GAP_MS`, and where events may have been missed. */
export function useRefreshOn(resource: Resource<unknown>, concerns: Concerns | undefined): void {
  const latest = useRef(concerns);
  latest.current = concerns;
  useEffect(() => {
    if (latest.current === undefined) return undefined;
    let stopped = false;
    const read = coalesced(async () => {
      if (!stopped) await resource.refresh();
    }, GAP_MS);
    const stop = onEvent((event) => {
      const { current } = latest;
      if (event === undefined || (current instanceof RegExp ? current.test(event.Type) : current?.(event)))
        read();
    });
    return () => {
      stopped = true;
      stop();
    };
  }, [resource]);
}

/** Reads resources again, every `ms` while the page is visible, and as soon as it is again. */
export function useRefreshEvery(
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

interface CoalesceTools {
  later: (run: () => void, ms: number) => void;
  whenSeen: (run: () => void) => void;
}

const BROWSER: CoalesceTools = {
  later: (run, ms) => void setTimeout(run, ms),
  whenSeen(run) {
    if (!document.hidden) return run();
    document.addEventListener('visibilitychange', run, { once: true });
  },
};

/** A function that starts `work`. Calls while it runs, or in the gap after it, cost one more run together; none is hidden. */
export function coalesced(
  work: () => Promise<void>,
  gapMs: number,
  { later, whenSeen }: CoalesceTools = BROWSER,
): () => void {
  let running = false;
  let again = false;
  const rest = () => {
    running = false;
    if (again) start();
  };
  function start(): void {
    again = false;
    running = true;
    whenSeen(() => void work().finally(() => later(rest, gapMs)));
  }
  return () => {
    if (running) again = true;
    else start();
  };
}
