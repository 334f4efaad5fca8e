import type { Command } from '../commands/registry.ts';
import type { Texts } from '../texts/texts.ts';

/** What the keys of rows do where the focus is elsewhere in the page. */
export interface RowActions {
  /** Moves by so many rows, and takes the focus. */
  move(by: number): void;
  /** Does what the key does in the table; false when it does nothing. */
  press(key: string, shiftKey?: boolean): boolean;
}

/** What a table can do beside walking and opening. */
export interface RowAbilities {
  readonly chooses: boolean;
  readonly hasMenu: boolean;
}

/** The keys of a table as commands: they count all over the page, and stand in the sheet of keys. */
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

/** Such keys as commands. `focused`: the row with the focus; undefined while it is elsewhere, and then others may have the key. */
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
