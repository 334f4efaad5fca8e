import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useCommands } from '../commands/registry.ts';
import { assign } from '../kit/assign.ts';
import { texts } from '../texts/texts.ts';
import type { TableProps } from './column.tsx';
import {
  isControl,
  type Keys,
  rowCommands,
  rowElementAt,
  rowKeyCommands,
  tableCommand,
} from './table-keys.ts';
import { scrolledTo } from './table-state.ts';

interface Sight {
  readonly rowPx: number;
  readonly topPx: number;
  readonly heightPx: number;
}

/** The behaviour of a table; `scroller` is its element. */
export function useTable<Row>(
  scroller: RefObject<HTMLElement | null>,
  { list, keyOf, selection, openKey = '', onOpen, onMenu, rowKeys = [], isSecond = false }: TableProps<Row>,
  sight: Sight,
) {
  const active = useSignal(0);
  const takesFocus = useRef(false);
  const { rows = [], matching = 0 } = list.value.value ?? {};
  const at = Math.min(active.value, Math.max(0, matching - 1));
  const elementOf = (index: number) =>
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);

  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    elementOf(at)?.focus({ preventScroll: true }); // the row that the keys have moved to is drawn by now
  });
  useEffect(() => {
    const index = openKey === '' ? -1 : rows.findIndex((row) => keyOf(row) === openKey);
    if (index >= 0) active.value = index; // walking goes on from the open row
  }, [openKey]);

  function moveTo(to: number, extend: boolean): void {
    active.value = to;
    takesFocus.current = true;
    scroller.current?.scrollTo({ top: scrolledTo(to, sight) });
    const row = rows[to];
    if (row !== undefined && extend) selection?.extendTo(row, rows);
    else if (row !== undefined && openKey !== '') onOpen(row);
  }

  const chooseAll = () =>
    void list
      .ensure(Number.POSITIVE_INFINITY, { once: true })
      .then(() => selection?.add(list.value.peek()?.rows ?? []));

  /** @returns whether the key did something. */
  function press(keys: Keys): boolean {
    const page = Math.max(1, Math.floor(sight.heightPx / sight.rowPx) - 1);
    const command = tableCommand(keys, { at, count: matching, page });
    const row = rows[at];
    switch (command?.do) {
      case 'move':
        moveTo(command.to, command.extend);
        return true;
      case 'clear':
        if (selection === undefined || selection.count.peek() === 0) return false; // Esc is for what is below
        selection.clear();
        return true;
      case 'all':
        if (selection !== undefined) chooseAll();
        return selection !== undefined;
      case 'open':
        if (row !== undefined) onOpen(row);
        return true;
      case 'toggle':
        if (row !== undefined) selection?.toggle(row);
        return true;
      case 'extend':
        if (row !== undefined) selection?.extendTo(row, rows);
        return true;
      case 'menu':
        if (row === undefined || onMenu === undefined) return false;
        onMenu(row, elementOf(at)?.querySelector('.table-menu button') ?? elementOf(at) ?? document.body);
        return true;
      default:
        return false;
    }
  }

  const focusedRow = () => {
    const element = rowElementAt(document.activeElement);
    return scroller.current?.contains(element ?? null) ? rows[Number(element?.dataset.index)] : undefined;
  };
  const everywhere = rowCommands(
    texts.value.table,
    { chooses: selection !== undefined, hasMenu: onMenu !== undefined },
    {
      move: (by) => void (matching > 0 && moveTo(Math.max(0, Math.min(matching - 1, at + by)), false)),
      press: (key, shiftKey = false) => press({ key, shiftKey }),
    },
  );
  useCommands([...(isSecond ? [] : everywhere), ...rowKeyCommands(rowKeys, focusedRow)]);
  return {
    /** The number of the row that has the focus, or gets it by Tab. */
    active: at,
    /** Chooses every row that the filters let through; those that are not there yet are read. */
    chooseAll,
    onKeyDown(event: KeyboardEvent): void {
      if (isControl(event.target) && ['Enter', ' '].includes(event.key)) return; // the control's own keys
      if (!press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    /** Keys go on from the row that has the focus, whatever has given it the focus. */
    onFocusIn(event: FocusEvent): void {
      const index = Number(rowElementAt(event.target)?.dataset.index ?? Number.NaN);
      if (!Number.isNaN(index)) assign(active, index);
    },
    onClick(event: MouseEvent): void {
      const index = Number(rowElementAt(event.target)?.dataset.index);
      const row = rows[index];
      if (row === undefined) return;
      active.value = index;
      if (isControl(event.target) || getSelection()?.type === 'Range') return;
      if (event.shiftKey) selection?.extendTo(row, rows);
      else if (event.ctrlKey || event.metaKey) selection?.toggle(row);
      else onOpen(row);
    },
    onContextMenu(event: MouseEvent): void {
      const index = Number(rowElementAt(event.target)?.dataset.index);
      const row = rows[index];
      if (row === undefined || onMenu === undefined) return;
      event.preventDefault();
      active.value = index;
      onMenu(row, { x: event.clientX, y: event.clientY });
    },
  };
}
