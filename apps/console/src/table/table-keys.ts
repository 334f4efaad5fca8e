/** What a key does in a table. */
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
 * What a key does in a table of `count` rows while row `at` has the focus; undefined when it does nothing.
 * @param page rows of a page
 */
export function tableCommand(
  keys: Keys,
  { at, count, page }: { at: number; count: number; page: number },
): TableCommand | undefined {
  const { key, shiftKey: extend = false } = keys;
  const withControl = keys.ctrlKey === true || keys.metaKey === true;
  if (withControl && key.toLowerCase() === 'a' && !extend) return { do: 'all' };
  if (withControl || keys.altKey) return undefined;
  const to = target(key, { at, count, page });
  if (to !== undefined) return { do: 'move', to: Math.max(0, Math.min(count - 1, to)), extend };
  switch (key) {
    case 'Enter':
      return { do: 'open' };
    case ' ':
    case 'x':
      return { do: extend ? 'extend' : 'toggle' };
    case 'X':
      return { do: 'extend' };
    case '.':
    case 'ContextMenu':
      return { do: 'menu' };
    case 'F10':
      return extend ? { do: 'menu' } : undefined;
    case 'Escape':
      return { do: 'clear' };
    default:
      return undefined;
  }
}

function target(
  key: string,
  { at, count, page }: { at: number; count: number; page: number },
): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return at + 1;
    case 'ArrowUp':
    case 'k':
      return at - 1;
    case 'PageDown':
      return at + page;
    case 'PageUp':
      return at - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Whether an element takes clicks and typing itself, such as a link or a box within a row. */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, input, select, textarea, label') !== null;
}

/** The element of a table's row at an event; undefined beside the rows. */
export function rowElementAt(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null) ?? undefined;
}
