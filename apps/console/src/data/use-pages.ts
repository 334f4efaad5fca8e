import type { CallArguments, CallOptions } from '@palatine/client';
import type { PalatineEvent, RouteReply, RouteShape } from '@palatine/contract';
import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { atFleet } from '../navigation/place.ts';
import { client } from '../session/session.ts';
import { createRows, type Rows } from './rows.ts';
import { useRefreshEvery, useRefreshOn } from './use-resource.ts';

/** Between two reads of a list of the fleet, whose changes no stream brings to the page, in ms. */
export const FLEET_READ_MS = 5000;

export interface PagesOf<R extends RouteShape, Row> {
  readonly rows: (reply: RouteReply<R>) => readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The number of rows of the whole list, where a reply says it. */
  readonly total?: (reply: RouteReply<R>) => number;
  /** The parameter that takes the `Next` of a reply; `Cursor` unless given. */
  readonly cursor?: string;
  /** Events of the world after which the list may show something else. */
  readonly refreshOn?: (event: PalatineEvent) => boolean;
  /** The list is read again when it changes. */
  readonly follows?: ReadonlySignal<unknown>;
}

/**
 * The list of a route that answers in pages, read again when the input has changed; at a world after events that touch it,
 * over a fleet every few seconds.
 */
export function usePages<R extends RouteShape, Row>(
  route: R,
  { rows, keyOf, total, cursor = 'Cursor', refreshOn = () => false, follows }: PagesOf<R, Row>,
  input: CallOptions<R>,
): Rows<Row> {
  return useRows(
    () =>
      createRows(async ({ Limit, Cursor }, signal) => {
        void follows?.value;
        const page = { Limit, ...(Cursor !== undefined && { [cursor]: Cursor }) };
        const query = { ...(input as { query?: object }).query, ...page };
        const call = [{ ...input, query, signal }] as unknown as CallArguments<R>; // the input, at another page
        const reply = await client().call(route, ...call);
        const { Next } = reply as { Next?: string | number };
        return {
          Rows: rows(reply),
          Next: Next === undefined ? undefined : String(Next),
          ...(total && { Matching: total(reply), Total: total(reply) }),
        };
      }, keyOf),
    [JSON.stringify(input)],
    refreshOn,
  );
}

/** Rows that live as long as the component, and are recreated when one of `inputs` has changed. */
export function useRows<Row>(
  create: () => Rows<Row>,
  inputs: readonly unknown[],
  refreshOn: (event: PalatineEvent) => boolean,
): Rows<Row> {
  const list = useMemo(create, inputs);
  useEffect(() => () => list.dispose(), [list]);
  useRefreshOn(list, refreshOn);
  useRefreshEvery(FLEET_READ_MS, [list], atFleet);
  return list;
}
