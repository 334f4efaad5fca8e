import { MAX_PAGE } from '@palatine/contract';

/** A page of a list of the service. */
interface ListPage<Row> {
  readonly Rows: readonly Row[];
  readonly Next?: string;
}

/** More rows than this are not read. */
const MOST_ROWS = 20_000;

/** Every row of a list. @param read reads the page of a cursor, the first one without */
export async function allRows<Row>(
  read: (page: { Limit: number; Cursor?: string }) => Promise<ListPage<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | undefined;
  do {
    const page = await read({ Limit: MAX_PAGE, ...(next !== undefined && { Cursor: next }) });
    rows.push(...page.Rows);
    next = page.Next;
  } while (next !== undefined && rows.length < MOST_ROWS);
  return rows;
}
