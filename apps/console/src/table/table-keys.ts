import type { Command } from '../commands/registry.ts';
import type { Texts } from '../texts/texts.ts';

export type TableCommand =
  | { readonly do: 'move'; readonly to: number; readonly extend: boolean }
  | { readonly do: 'open' | 'toggle' | 'extend' | 'menu' | 'all' | 'clear' };

/** The part of a keyboard event that counts. */
export interface Keys {
  readonly key: string;
  readonly shiftKey?: boolean;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly altKey?: boolean;
}

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
export function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, input, select, textarea, label') !== null;
}

/** The element of a table's row at an event; undefined beside the rows. */
export function rowElementAt(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null) ?? undefined;
}

/** The effects of the keys of rows while the focus is elsewhere in the page. */
export interface RowActions {
  /** Moves by this many rows, and takes the focus. */
  move(by: number): void;
  /** Does what the key does in the table; false when it does nothing. */
  press(key: string, shiftKey?: boolean): boolean;
}

export interface RowAbilities {
  readonly chooses: boolean;
  readonly hasMenu: boolean;
}

/** The keys of a table as commands: they work all over the page, and are in the sheet of keys. */
export function rowCommands(
  text: Texts['table'],
  { chooses, hasMenu }: RowAbilities,
  { move, press }: RowActions,
): Command[] {
  const base = { group: 'rows', listed: false } as const;
  const walk = { ...base, repeats: true };
  return [
    { ...walk, id: 'rows.next', text: text.keys.next, keys: ['j', 'ArrowDown'], run: () => move(1) },
    { ...walk, id: 'rows.previous', text: text.keys.previous, keys: ['k', 'ArrowUp'], run: () => move(-1) },
    { ...base, id: 'rows.open', text: text.keys.openRow, keys: 'Enter', run: () => false },
    ...(chooses
      ? [
          { ...base, id: 'rows.toggle', text: text.keys.toggle, keys: 'x', run: () => press('x') },
          { ...base, id: 'rows.range', text: text.keys.range, keys: 'Shift+x', run: () => press('x', true) },
          { ...base, id: 'rows.all', text: text.chooseAll, keys: 'Mod+a', run: () => false },
          { ...base, id: 'rows.clear', text: text.keys.clear, keys: 'Escape', run: () => false },
        ]
      : []),
    ...(hasMenu
      ? [{ ...base, id: 'rows.menu', text: text.keys.rowMenu, keys: '.', run: () => press('.') }]
      : []),
  ];
}

/** A key that does something to the row that has the focus. */
export interface RowKey<Row> {
  readonly id: string;
  readonly text: string;
  readonly keys: string;
  run(row: Row): void;
}

/** The keys of rows as commands. `focused`: the row with the focus; undefined while it is elsewhere: then other commands may have the key. */
export function rowKeyCommands<Row>(
  rowKeys: readonly RowKey<Row>[],
  focused: () => Row | undefined,
): Command[] {
  return rowKeys.map(({ id, text, keys, run }) => ({
    id: `rows.${id}`,
    text,
    group: 'rows',
    keys,
    listed: false,
    run() {
      const row = focused();
      if (row === undefined) return false;
      return run(row);
    },
  }));
}
