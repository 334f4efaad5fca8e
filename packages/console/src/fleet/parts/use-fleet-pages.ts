import type { CallOptions } from '@palatine/client';
import type { RouteShape } from '@palatine/contract';
import type { Pages } from '../../data/pages.ts';
import { useEvery } from '../../data/use-every.ts';
import { type PagesOf, usePages } from '../../data/use-pages.ts';
import { fleetClient } from '../../session/session.ts';

/** Between two reads of a list that changes by itself, in ms. */
const READ_MS = 5000;
/** Rows of a page. */
export const PAGE = 100;

/** A paged list of the fleet, refreshed while it is visible and nobody has loaded more than the first page. */
export function useFleetPages<R extends RouteShape, Row>(
  route: R,
  of: PagesOf<R, Row>,
  input: CallOptions<R>,
  version?: number,
): Pages<Row> {
  const list = usePages(fleetClient(), route, of, input, version);
  useEvery(READ_MS, [list], (list.value.value?.length ?? 0) <= PAGE);
  return list;
}
