// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the roles of a grid have them
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus goes from row to row, and into its controls
// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be those of a <table>
import { Ellipsis } from 'lucide';
import { Icon } from '../kit/Button.tsx';
import { texts } from '../texts/texts.ts';
import { type Column, headerOf, type TwoLines } from './column.tsx';

/** A row of a table, at its place. One row of a table is in the order of Tab: the active one, with its controls. */
export function TableRow<Row>(props: {
  /** undefined while the row is still read. */
  row: Row | undefined;
  index: number;
  topPx: number;
  name: string;
  columns: readonly Column<Row>[];
  lines: ((row: Row) => TwoLines) | undefined;
  /** Whether a group of rows begins with it. */
  isFirst: boolean;
  isActive: boolean;
  isOpen: boolean;
  isChosen: boolean | undefined;
  onChoose: (event: MouseEvent) => void;
  onMenu: ((button: Element) => void) | undefined;
}) {
  const { row, index, topPx, name, columns, lines, isFirst, isActive, isOpen, isChosen, onChoose, onMenu } =
    props;
  const text = texts.value.table;
  const tabIndex = isActive ? 0 : -1;
  const first = isChosen === undefined ? 1 : 2;
  const header = headerOf(columns);
  return (
    <div
      class={`table-row${isOpen ? ' open' : ''}${isFirst ? ' first' : ''}${row === undefined ? ' waiting' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      aria-busy={row === undefined ? true : undefined}
      tabIndex={tabIndex}
      data-index={index}
      style={{ transform: `translateY(${topPx}px)` }}
    >
      {row !== undefined && isChosen !== undefined && (
        <span role="gridcell" aria-colindex={1} class="table-choose">
          <input
            type="checkbox"
            class="checkbox"
            checked={isChosen}
            tabIndex={tabIndex}
            aria-label={text.choose(name)}
            onClick={onChoose}
          />
        </span>
      )}
      {row === undefined ? (
        <span role="gridcell" class="table-waiting">
          <span class="spoken">{texts.value.shell.loading}</span>
        </span>
      ) : lines === undefined ? (
        columns.map(({ id, align, cell }, at) => (
          <span
            key={id}
            role={at === header ? 'rowheader' : 'gridcell'}
            aria-colindex={first + at}
            class={align}
          >
            {cell(row)}
          </span>
        ))
      ) : (
        <Lines {...lines(row)} />
      )}
      {row !== undefined && onMenu !== undefined && (
        <span role="gridcell" aria-colindex={first + columns.length} class="table-menu">
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label={text.actionsOf(name)}
            aria-haspopup="menu"
            onClick={(event) => onMenu(event.currentTarget)}
          >
            <Icon shape={Ellipsis} />
          </button>
        </span>
      )}
    </div>
  );
}

function Lines({ lead, title, note, end }: TwoLines) {
  return (
    <span role="rowheader" class="two-lines">
      {lead}
      <span class="two-lines-text">
        <span class="two-lines-title">{title}</span>
        <span class="two-lines-note">{note}</span>
      </span>
      <span class="two-lines-end">{end}</span>
    </span>
  );
}
