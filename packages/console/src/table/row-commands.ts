import type { Command } from '../commands/registry.ts';
import type { Texts } from '../texts/texts.ts';

/** What the keys of rows do where the focus is elsewhere in the page. */
export interface RowActions {
  /** Moves by so many rows, and takes the focus. */
  move(by: number): void;
  /** Does what the key does in the table; false when it does nothing. */
  press(key: string, shiftKey?: boolean): boolean;
}

/** The keys of a table as commands: they count all over the page, and stand in the sheet of keys. */
export function rowCommands(text: Texts['table'], { move, press }: RowActions): Command[] {
  const base = { group: 'rows', listed: false } as const;
  return [
    { ...base, id: 'rows.next', text: text.keys.next, keys: 'j', repeats: true, run: () => move(1) },
    { ...base, id: 'rows.previous', text: text.keys.previous, keys: 'k', repeats: true, run: () => move(-1) },
    { ...base, id: 'rows.toggle', text: text.keys.toggle, keys: 'x', run: () => press('x') },
    { ...base, id: 'rows.range', text: text.keys.range, keys: 'Shift+x', run: () => press('x', true) },
    { ...base, id: 'rows.all', text: text.chooseAll, keys: 'Mod+a', run: () => false },
    { ...base, id: 'rows.open', text: text.keys.openRow, keys: 'Enter', run: () => false },
    { ...base, id: 'rows.menu', text: text.keys.rowMenu, keys: '.', run: () => press('.') },
  ];
}
