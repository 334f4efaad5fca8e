/** A page of a list of the service. */
interface ListPage<Row> {
  readonly Rows: readonly Row[];
  readonly Next?: string;
}

/** Most rows of a page. */
export const PAGE_ROWS = 500;
/** More rows than this are not read for the map. */
const MOST_ROWS = 20_000;

/** Every row of a list. @param read reads the page of a cursor, the first one without */
export async function allRows<Row>(
  read: (page: { Limit: number; Cursor?: string }) => Promise<ListPage<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | undefined;
  do {
    const page = await read({ Limit: PAGE_ROWS, ...(next !== undefined && { Cursor: next }) });
    rows.push(...page.Rows);
    next = page.Next;
  } while (next !== undefined && rows.length < MOST_ROWS);
  return rows;
}
