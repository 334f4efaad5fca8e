// biome-ignore-all lint/a11y/useFocusableInteractive: the focus goes from row to row, and into its controls
// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be those of a <table>
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs';
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs';
import type { ComponentChildren } from 'preact';
import { Icon } from '../kit/Icon.tsx';
import { texts } from '../texts/texts.ts';
import { type Column, type Sorting, sortingAfter } from './column.ts';

export interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  /** The box that chooses every row; undefined in a table without a selection. */
  chooseAll: ComponentChildren;
  hasMenu: boolean;
}

/** The header of a table: a click on a column sorts by it, another one turns the order around. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, sorting, onSort, chooseAll, hasMenu } = props;
  const first = chooseAll === undefined ? 1 : 2;
  return (
    <div class="table-head" role="row" aria-rowindex={1}>
      {chooseAll !== undefined && (
        <span role="columnheader" aria-colindex={1} class="table-choose">
          {chooseAll}
        </span>
      )}
      {columns.map(({ id, text, sort, align }, at) => (
        <span
          key={id}
          role="columnheader"
          aria-colindex={first + at}
          class={align}
          aria-sort={sort === sorting.sort ? ariaSort(sorting) : undefined}
        >
          {sort === undefined ? (
            text
          ) : (
            <button type="button" onClick={() => onSort(sortingAfter(sort, sorting))}>
              {text}
              {sort === sorting.sort && (
                <Icon shape={sorting.order === 'Ascending' ? ArrowUp : ArrowDown} size={14} />
              )}
            </button>
          )}
        </span>
      ))}
      {hasMenu && (
        <span role="columnheader" aria-colindex={first + columns.length}>
          <span class="spoken">{texts.value.table.actions}</span>
        </span>
      )}
    </div>
  );
}

function ariaSort({ order }: Sorting): 'ascending' | 'descending' {
  return order === 'Ascending' ? 'ascending' : 'descending';
}
