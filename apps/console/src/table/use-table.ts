import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type Command, useCommands } from '../commands/registry.ts';
import type { Rows } from '../data/rows.ts';
import { texts } from '../texts/texts.ts';
import type { TableProps } from './column.tsx';
import { type Selection, type Sight, scrolledTo } from './table-state.ts';

/** Chooses every row that the filters let through; those that are not there yet are read. */
export async function chooseAll<Row>(list: Rows<Row>, selection: Selection<Row>): Promise<void> {
  await list.ensure(Number.POSITIVE_INFINITY, { once: true });
  selection.add(list.value.peek()?.rows ?? []);
}

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

  /** Actions of keys other than moving; false if there is nothing to do. */
  const acts: Readonly<Record<TableAct, (row: Row | undefined) => unknown>> = {
    open: (row) => row !== undefined && onOpen(row),
    toggle: (row) => row !== undefined && selection?.toggle(row),
    extend: (row) => row !== undefined && selection?.extendTo(row, rows),
    menu: (row) => {
      if (row === undefined || onMenu === undefined) return false;
      onMenu(row, elementOf(at)?.querySelector('.table-menu button') ?? elementOf(at) ?? document.body);
    },
    all: () => selection !== undefined && void chooseAll(list, selection),
    // Without a selection Esc is for what is below.
    clear: () => selection !== undefined && selection.count.peek() > 0 && selection.clear(),
  };

  function press(keys: Keys): boolean {
    const page = Math.max(1, Math.floor(sight.heightPx / sight.rowPx) - 1);
    const command = tableCommand(keys, { at, count: matching, page });
    if (typeof command === 'number') moveTo(command, keys.shiftKey === true);
    else if (command === undefined || acts[command](rows[at]) === false) return false;
    return true;
  }

  const focusedRow = () => {
    const { activeElement } = document;
    return scroller.current?.contains(activeElement) ? rows[indexAt(activeElement)] : undefined;
  };
  const text = texts.value.table;
  /** A command for a key of the table. Without `run` the table handles the key itself, and it is only listed. */
  const key = (
    id: string,
    name: string,
    keys: string | readonly string[],
    run: Command['run'] = () => false,
  ): Command => ({
    group: 'rows',
    listed: false,
    id: `rows.${id}`,
    text: name,
    keys,
    run,
  });
  const walk = (id: string, name: string, keys: string[], by: number): Command => ({
    ...key(id, name, keys),
    repeats: true,
    run: () => void (matching > 0 && moveTo(Math.max(0, Math.min(matching - 1, at + by)), false)),
  });
  const everywhere = [
    walk('next', text.keys.next, ['j', 'ArrowDown'], 1),
    walk('previous', text.keys.previous, ['k', 'ArrowUp'], -1),
    key('open', text.keys.openRow, 'Enter'),
    ...(selection === undefined
      ? []
      : [
          key('toggle', text.keys.toggle, 'x', () => press({ key: 'x' })),
          key('range', text.keys.range, 'Shift+x', () => press({ key: 'x', shiftKey: true })),
          key('all', text.chooseAll, 'Mod+a'),
          key('clear', text.clear, 'Escape'),
        ]),
    ...(onMenu === undefined ? [] : [key('menu', text.keys.rowMenu, '.', () => press({ key: '.' }))]),
  ];
  useCommands([
    ...(isSecond ? [] : everywhere),
    ...rowKeys.map(({ id, text: name, keys, run }) =>
      key(id, name, keys, () => {
        const row = focusedRow();
        return row === undefined ? false : run(row); // while the focus is elsewhere, other commands may have the key
      }),
    ),
  ]);
  return {
    /** The number of the row that has the focus, or gets it by Tab. */
    active: at,
    onKeyDown(event: KeyboardEvent): void {
      if (isControl(event.target) && ['Enter', ' '].includes(event.key)) return; // the control's own keys
      if (!press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    /** Keys go on from the row that has the focus, however it got the focus. */
    onFocusIn(event: FocusEvent): void {
      const index = indexAt(event.target);
      if (!Number.isNaN(index)) active.value = index;
    },
    onClick(event: MouseEvent): void {
      const index = indexAt(event.target);
      const row = rows[index];
      if (row === undefined) return;
      active.value = index;
      if (isControl(event.target) || getSelection()?.type === 'Range') return;
      if (event.shiftKey) selection?.extendTo(row, rows);
      else if (event.ctrlKey || event.metaKey) selection?.toggle(row);
      else onOpen(row);
    },
    onContextMenu(event: MouseEvent): void {
      const index = indexAt(event.target);
      const row = rows[index];
      if (row === undefined || onMenu === undefined) return;
      event.preventDefault();
      active.value = index;
      onMenu(row, { x: event.clientX, y: event.clientY });
    },
  };
}

type TableAct = 'open' | 'toggle' | 'extend' | 'menu' | 'all' | 'clear';

type Keys = Pick<KeyboardEvent, 'key'> &
  Partial<Pick<KeyboardEvent, 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>>;

/** The row that a key moves to from row `at` of `count`, or what it does; `page`: rows of a page. */
export function tableCommand(
  { key, shiftKey = false, ctrlKey = false, metaKey = false, altKey = false }: Keys,
  { at, count, page }: { at: number; count: number; page: number },
): number | TableAct | undefined {
  const withControl = ctrlKey || metaKey;
  if (withControl && key.toLowerCase() === 'a' && !shiftKey) return 'all';
  if (withControl || altKey) return undefined;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  if (to !== undefined) return Math.max(0, Math.min(count - 1, to));
  return (shiftKey ? { ...ACTS, ...WITH_SHIFT } : ACTS)[key];
}

const ACTS: Readonly<Record<string, TableAct>> = {
  Enter: 'open',
  ' ': 'toggle',
  x: 'toggle',
  X: 'extend',
  '.': 'menu',
  ContextMenu: 'menu',
  Escape: 'clear',
};
const WITH_SHIFT: Readonly<Record<string, TableAct>> = { ' ': 'extend', x: 'extend', F10: 'menu' };

/** Whether an element takes clicks and typing itself, such as a link or a box within a row. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, input, select, textarea, label') !== null;
}

/** The number of the row that an element is in; NaN beside the rows. */
function indexAt(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return Number(row?.dataset.index ?? Number.NaN);
}
