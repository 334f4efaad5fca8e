import { computed, type ReadonlySignal, signal, useComputed } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { Resource } from '../data/resource.ts';
import { createRows, type ListReply, type Rows, useRows, type WindowQuery } from '../data/rows.ts';
import type { Concerns } from '../data/use-resource.ts';
import { address } from '../navigation/router.ts';
import type { Column, Sorting } from './column.tsx';
import { listKeyOf, sortingIn } from './list-query.ts';

/** A list that the service filters and sorts by the address of the page, read window by window. */
export function useSearchList<Row>(options: {
  id: string;
  /** Reads a window. `query` has the filters of the address; signals are followed up to the first `await`. */
  read: (
    query: URLSearchParams,
    window: WindowQuery & { Sort: string; Order: Sorting['order'] },
    signal: AbortSignal,
  ) => Promise<ListReply<Row>>;
  keyOf: (row: Row) => string;
  filters: readonly string[];
  sorting: Sorting;
  refreshOn: Concerns;
}) {
  const { keyOf, filters, sorting } = options;
  const latest = useRef(options);
  latest.current = options;
  const query = useComputed(() => listKeyOf(address.value.query, filters));
  const list = useRows(
    () =>
      createRows<Row>(
        (window, signal) => {
          const parameters = new URLSearchParams(query.value);
          const { read, sorting } = latest.current;
          const { sort, order } = sortingIn(parameters, sorting);
          return read(parameters, { ...window, Sort: sort, Order: order }, signal);
        },
        keyOf,
        () => `${options.id} ${query.value}`,
      ),
    [],
    options.refreshOn,
  );
  return { list, keyOf, filters, sorting };
}

const NEVER = signal(0);
const BY_NAME: Sorting = { sort: 'name', order: 'Ascending' };

/** A list that is read at once, and sorted in the page by what its columns have in a file. */
export function useWholeList<T, Row>(options: {
  resource: Resource<T>;
  /** The rows of a value; signals are followed. */
  rows: (value: T) => readonly Row[];
  columns: readonly Column<Row>[];
  sorting?: Sorting;
  /** Before the names of the parameters of the address; none unless given. */
  prefix?: string;
}) {
  const { resource, columns, sorting = BY_NAME } = options;
  const latest = useRef(options);
  latest.current = options;
  const list = useMemo(
    (): Rows<Row> => ({
      ...resource,
      value: computed(() => {
        const value = resource.value.value;
        if (value === undefined) return undefined;
        const { rows: rowsOf, columns, sorting = BY_NAME, prefix } = latest.current;
        const rows = sortRows(rowsOf(value), columns, sortingIn(address.value.query, sorting, prefix));
        return { rows, matching: rows.length, total: rows.length };
      }),
      ensure: async () => {},
      hold: signal(false),
      changes: NEVER as ReadonlySignal<number>,
      applyChanges: () => {},
    }),
    [resource],
  );
  const sortable = columns.map((column) => (column.csv ? { ...column, sort: column.id } : column));
  return { list, columns: sortable, sorting };
}

/** Rows in the order of a column; those without a value come last either way. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Pick<Column<Row>, 'id' | 'csv'>[],
  { sort, order }: Sorting,
): readonly Row[] {
  const csv = columns.find(({ id }) => id === sort)?.csv;
  if (csv === undefined) return rows;
  const turn = order === 'Ascending' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [left, right] = [csv(a) ?? '', csv(b) ?? ''];
    if (left === '' || right === '') return Number(left === '') - Number(right === '');
    if (typeof left === 'string' && typeof right === 'string') return turn * left.localeCompare(right);
    return turn * (Number(left) - Number(right));
  });
}
