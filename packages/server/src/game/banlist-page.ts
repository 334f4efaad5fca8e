import { BANLIST_PAGE_ENTRIES, type BanlistFilters } from '@palatine/contract';
import { type BanTableName, isBanTable } from '@palatine/world';

/** A place in the ban list: the entry that was listed last. */
export interface BanCursor {
  table: BanTableName;
  key: string;
  /** Its place in the table, which counts once the entry is gone. */
  order: number;
}

export interface BanPage {
  /** Most entries of the page; Infinity for the whole list. */
  limit: number;
  after: BanCursor | undefined;
}

/** Longer keys stand in no cursor, so that no cursor is longer than a filter may be. */
const MAX_KEY_CHARS = 100;

/** Parses which page a query asks for. A limit that is no number is ignored, as the route has no 400. */
export function parseBanPage({ limit = '', cursor = '' }: BanlistFilters): BanPage {
  if (!/^[1-9]\d{0,8}$/.test(limit)) return { limit: Number.POSITIVE_INFINITY, after: undefined };
  return { limit: Math.min(Number(limit), BANLIST_PAGE_ENTRIES), after: parseCursor(cursor) };
}

export function formatCursor({ table, key, order }: BanCursor): string {
  const shown = key.length > MAX_KEY_CHARS ? '' : key;
  return Buffer.from(JSON.stringify([table, shown, order])).toString('base64url');
}

/** Undefined for what `formatCursor` has not made: then the list begins at its first entry. */
function parseCursor(text: string): BanCursor | undefined {
  try {
    const [table, key, order] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof table !== 'string' || !isBanTable(table)) return undefined;
    return typeof key === 'string' && typeof order === 'number' ? { table, key, order } : undefined;
  } catch {
    return undefined; // somebody wrote it by hand
  }
}
