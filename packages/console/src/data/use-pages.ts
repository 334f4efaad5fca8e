import type { CallArguments, CallOptions, Client } from '@palatine/client';
import type { RouteReply, RouteShape } from '@palatine/contract';
import { useEffect, useMemo } from 'preact/hooks';
import { type Pages, pages } from './pages.ts';

/** The rows of a reply, and the parameter that takes its `Next`, `Cursor` unless given. */
export interface PagesOf<R extends RouteShape, Row> {
  readonly rows: (reply: RouteReply<R>) => readonly Row[];
  readonly cursor?: string;
}

/** The list of a route that answers in pages, read again when the input or `version` has changed. */
export function usePages<R extends RouteShape, Row>(
  client: Pick<Client, 'call'>,
  route: R,
  { rows, cursor = 'Cursor' }: PagesOf<R, Row>,
  input: CallOptions<R>,
  version?: number,
): Pages<Row> {
  const made = useMemo(
    () =>
      pages(async (next, signal) => {
        const query = {
          ...(input as { query?: object }).query,
          ...(next !== undefined && { [cursor]: next }),
        };
        const call = [{ ...input, query, signal }] as unknown as CallArguments<R>; // the input, at another page
        const reply = await client.call(route, ...call);
        return { rows: rows(reply), next: (reply as { Next?: string | number }).Next };
      }),
    [JSON.stringify(input), version],
  );
  useEffect(() => () => made.dispose(), [made]);
  return made;
}
