import { type ReadonlySignal, signal } from '@preact/signals';

/** What a choice of columns needs of a column. */
interface Choosable {
  readonly id: string;
  /** Always shown. */
  readonly fixed?: boolean;
  /** Shown only when chosen. */
  readonly extra?: boolean;
}

/** Where the choice is kept: `localStorage`, unless the browser has none. */
export type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/** Which columns of a table are shown. */
export interface ColumnChoice {
  readonly shown: ReadonlySignal<ReadonlySet<string>>;
  toggle(id: string): void;
}

/** The columns of a table that somebody has chosen in this browser. `table` names it. */
export function columnChoice(
  table: string,
  columns: readonly Choosable[],
  kept: Kept | undefined = globalThis.localStorage,
): ColumnChoice {
  const key = `palatine.columns.${table}`;
  const usual = columns.filter(({ extra }) => extra !== true).map(({ id }) => id);
  const fixed = columns.filter((column) => column.fixed === true).map(({ id }) => id);
  const chosen = read(kept?.getItem(key) ?? null) ?? usual;
  const shown = signal<ReadonlySet<string>>(new Set([...chosen, ...fixed]));
  return {
    shown,
    toggle(id) {
      const next = new Set(shown.peek());
      if (!next.delete(id)) next.add(id);
      for (const each of fixed) next.add(each);
      shown.value = next;
      kept?.setItem(key, JSON.stringify([...next]));
    },
  };
}

function read(text: string | null): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;
  } catch {
    return undefined; // nothing kept, or not by us
  }
}
