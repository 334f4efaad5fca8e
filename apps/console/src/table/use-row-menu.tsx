import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { assign } from '../kit/assign.ts';
import { MenuAt, type MenuGroup, type MenuPlace } from '../kit/Menu.tsx';

/**
 * The one menu of a table, and what opens it.
 * @param label what the menu of a row is for, for screen readers
 */
export function useRowMenu<Row>(
  label: (row: Row) => string,
  groupsOf: (row: Row) => readonly MenuGroup[],
): { menu: VNode; open: (row: Row, place: MenuPlace) => void } {
  const opened = useSignal<{ row: Row; place: MenuPlace } | undefined>(undefined);
  const { row, place } = opened.value ?? {};
  return {
    menu: (
      <MenuAt
        place={place}
        label={row === undefined ? '' : label(row)}
        groups={row === undefined ? [] : groupsOf(row)}
        onClose={() => assign(opened, undefined)}
      />
    ),
    open(of, at) {
      opened.value = { row: of, place: at };
    },
  };
}
