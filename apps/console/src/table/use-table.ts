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

/** The behavior of a table; `scroller` is its element. */
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
        if (selection !== undefined) void chooseAll(list, selection);
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
          key('clear', text.keys.clear, 'Escape'),
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

type TableCommand =
  | { readonly do: 'move'; readonly to: number; readonly extend: boolean }
  | { readonly do: 'open' | 'toggle' | 'extend' | 'menu' | 'all' | 'clear' };

/** The part of a keyboard event that counts. */
type Keys = Pick<KeyboardEvent, 'key'> &
  Partial<Pick<KeyboardEvent, 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>>;

/**
 * The effect of a key in a table of `count` rows while row `at` has the focus; undefined when it has none.
 * @param page rows of a page
 */
export function tableCommand(
  { key, shiftKey: extend = false, ctrlKey = false, metaKey = false, altKey = false }: Keys,
  { at, count, page }: { at: number; count: number; page: number },
): TableCommand | undefined {
  const withControl = ctrlKey || metaKey;
  if (withControl && key.toLowerCase() === 'a' && !extend) return { do: 'all' };
  if (withControl || altKey) return undefined;
  const to = STEPS[key]?.({ at, count, page });
  if (to !== undefined) return { do: 'move', to: Math.max(0, Math.min(count - 1, to)), extend };
  const does = (extend ? { ...DOES, ...WITH_SHIFT } : DOES)[key];
  return does && { do: does };
}

const next = ({ at }: { at: number }) => at + 1;
const previous = ({ at }: { at: number }) => at - 1;
const STEPS: Readonly<Record<string, (from: { at: number; count: number; page: number }) => number>> = {
  ArrowDown: next,
  j: next,
  ArrowUp: previous,
  k: previous,
  PageDown: ({ at, page }) => at + page,
  PageUp: ({ at, page }) => at - page,
  Home: () => 0,
  End: ({ count }) => count - 1,
};

type Does = Exclude<TableCommand['do'], 'move'>;
const DOES: Readonly<Record<string, Does>> = {
  Enter: 'open',
  ' ': 'toggle',
  x: 'toggle',
  X: 'extend',
  '.': 'menu',
  ContextMenu: 'menu',
  Escape: 'clear',
};
const WITH_SHIFT: Readonly<Record<string, Does>> = { ' ': 'extend', x: 'extend', F10: 'menu' };

/** Whether an element takes clicks and typing itself, such as a link or a box within a row. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, input, select, textarea, label') !== null;
}

/** The number of the row that an element is in; NaN beside the rows. */
function indexAt(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return Number(row?.dataset.index ?? Number.NaN);
}
