import type { Command } from '../commands/registry.ts';
import { useCommands } from '../commands/use-commands.ts';
import { texts } from '../texts/texts.ts';

/** What the keys of a table do. Its rows read them themselves; from elsewhere j and k lead into the table. */
export function useRowCommands(
  table: { readonly current: HTMLElement | null },
  { chooses, hasMenu }: { chooses: boolean; hasMenu: boolean },
): void {
  const text = texts.value.commands.rows;
  const enter = () => {
    const row = table.current?.querySelector<HTMLElement>('[tabindex="0"]');
    row?.focus();
    return row != null;
  };
  const line = (
    id: keyof typeof text,
    keys: readonly string[],
    run: () => unknown = () => false,
  ): Command => ({
    id: `rows.${id}`,
    text: text[id],
    group: 'rows',
    keys,
    listed: false,
    run,
  });
  useCommands([
    line('next', ['j', 'ArrowDown'], enter),
    line('previous', ['k', 'ArrowUp'], enter),
    line('open', ['Enter']),
    ...(chooses ? [line('choose', ['x']), line('range', ['Shift+x']), line('all', ['Mod+a'])] : []),
    ...(hasMenu ? [line('menu', ['.'])] : []),
    ...(chooses ? [line('clear', ['Escape'])] : []),
  ]);
}
