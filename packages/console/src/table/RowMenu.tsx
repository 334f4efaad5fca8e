import { type Signal, useSignal } from '@preact/signals';
import { assign } from '../kit/assign.ts';
import { MenuAt } from '../kit/Menu.tsx';
import type { MenuGroup } from '../kit/menu-items.ts';
import type { RowMenuPlace } from './table-props.ts';

/** The row whose menu is open, and where. */
export type OpenRow<Row> = Signal<{ readonly row: Row; readonly place: RowMenuPlace } | undefined>;

/** The state of a table's one menu, and what opens it. */
export function useRowMenu<Row>(): { opened: OpenRow<Row>; open: (row: Row, place: RowMenuPlace) => void } {
  const opened: OpenRow<Row> = useSignal(undefined);
  return {
    opened,
    open(row, place) {
      opened.value = { row, place };
    },
  };
}

/** The one menu of a table. */
export function RowMenu<Row>({
  opened,
  label,
  groupsOf,
}: {
  opened: OpenRow<Row>;
  /** What it is for, for screen readers; undefined: it is closed. */
  label: (row: Row | undefined) => string;
  groupsOf: (row: Row) => readonly MenuGroup[];
}) {
  const row = opened.value?.row;
  return (
    <MenuAt
      place={opened.value?.place}
      label={label(row)}
      groups={row === undefined ? [] : groupsOf(row)}
      onClose={() => assign(opened, undefined)}
    />
  );
}
