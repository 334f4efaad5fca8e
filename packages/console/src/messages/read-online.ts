import { MAX_PAGE, type PlayerRow, searchPlayers } from '@palatine/contract';
import { client, may } from '../session/session.ts';

/** Everybody online, page by page; nobody for a token that may not read players. */
export async function readOnline(signal: AbortSignal): Promise<readonly PlayerRow[]> {
  if (!may(searchPlayers)) return [];
  const rows: PlayerRow[] = [];
  let cursor: string | undefined;
  do {
    const query = {
      Status: 'Online',
      Limit: MAX_PAGE,
      ...(cursor !== undefined && { Cursor: cursor }),
    } as const;
    const { Rows, Next } = await client().searchPlayers({ query, signal });
    rows.push(...Rows);
    cursor = Next;
  } while (cursor !== undefined);
  return rows;
}
