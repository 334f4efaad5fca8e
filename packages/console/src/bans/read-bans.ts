import { BANLIST_PAGE_ENTRIES } from '@palatine/contract';
import { client } from '../session/session.ts';
import { type BanFilters, type BanRow, queryOf, rowsOf } from './ban-list.ts';

/** Pages that are read at most: a list beyond that is not read by people. */
const MAX_PAGES = 50;

/** All bans that fit the filters, page by page. */
export async function readBans(filters: BanFilters, signal: AbortSignal): Promise<readonly BanRow[]> {
  const rows: BanRow[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = {
      ...queryOf(filters),
      limit: String(BANLIST_PAGE_ENTRIES),
      ...(cursor !== undefined && { cursor }),
    };
    const { Banlist, Next } = await client().getBanlist({ query, signal });
    rows.push(...rowsOf(Banlist));
    if (Next === undefined) break;
    cursor = Next;
  }
  return rows;
}
