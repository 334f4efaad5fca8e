import { MAX_PAGE } from '@palatine/contract';
import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Resource } from './resource.ts';

/** The reply of a list route. Over a fleet there are no totals. */
export interface ListReply<Row> {
  readonly Total?: number;
  readonly Matching?: number;
  readonly Rows: readonly Row[];
  readonly Next?: string | undefined;
}

/** A window of a list: the rows after a cursor. */
export interface WindowQuery {
  readonly Limit: number;
  readonly Cursor?: string;
}

export interface ListState<Row> {
  /** The first rows of the list, without gaps. */
  readonly rows: readonly Row[];
  /** How many rows the filters let through; where nobody counts, those that are read and one for those that are not. */
  readonly matching: number;
  /** How many there are; undefined where nobody counts. */
  readonly total: number | undefined;
}

/** A list of the service that is read window by window, from its beginning. */
export interface Rows<Row> extends Resource<ListState<Row>> {
  /** Reads on until row `index` is there, or the list ends. `once`: a later refresh need not read so far. */
  ensure(index: number, options?: { once?: boolean }): Promise<void>;
  /** While true, rows that are read again stay where they are, and `changes` counts what would move. */
  readonly hold: Signal<boolean>;
  /** How many rows would come, go or move; 0 when the order shown is that of the service. */
  readonly changes: ReadonlySignal<number>;
  applyChanges(): void;
}

/** Rows of the first window and of those that scrolling reads. */
const WINDOW = 200;
/** Maximum of rows in a reply; used when far rows are needed. */
const LARGE_WINDOW = 500;

interface Page<Row> {
  state: ListState<Row>;
  next: string | undefined;
}

/**
 * A list that is read at once, and from its beginning again whenever a signal that `read` uses has changed.
 * @param read reads a window; signals are followed up to its first `await`
 * @param keyOf the id of a row
 */
export function createRows<Row>(
  read: (query: WindowQuery, signal: AbortSignal) => Promise<ListReply<Row>>,
  keyOf: (row: Row) => string,
  now = Date.now,
): Rows<Row> {
  const value = signal<ListState<Row> | undefined>(undefined);
  const error = signal<unknown>(undefined);
  const loading = signal(true);
  const readAtMs = signal(0);
  const hold = signal(false);
  const changes = signal(0);
  let next: string | undefined;
  let held: Page<Row> | undefined;
  let running = new AbortController();
  let reading: Promise<void> = Promise.resolve();
  let wantedRows = 0;

  function show({ state, next: cursor }: Page<Row>): void {
    batch(() => {
      value.value = state;
      changes.value = 0;
    });
    next = cursor;
    held = undefined;
  }

  /** Runs a read; the one before is aborted. Never rejects. */
  function run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal: aborted } = running;
    loading.value = true;
    reading = work(aborted).then(
      () => finish(aborted, undefined),
      (reason: unknown) => finish(aborted, reason),
    );
    return reading;
  }

  function finish(aborted: AbortSignal, reason: unknown): void {
    if (aborted.aborted) return;
    batch(() => {
      error.value = reason;
      loading.value = false;
      if (reason === undefined) readAtMs.value = now();
    });
  }

  /** Reads windows after `page`, one at least, until it has `count` rows. `each` is called after every step. */
  async function readOn(
    page: Page<Row> | undefined,
    count: () => number,
    aborted: AbortSignal,
    each: (page: Page<Row>) => void,
  ): Promise<void> {
    let so = page;
    while (so === undefined || (so.next !== undefined && so.state.rows.length < count())) {
      const missing = count() - (so?.state.rows.length ?? 0);
      const Limit = so !== undefined && missing > WINDOW ? LARGE_WINDOW : WINDOW;
      const reply: ListReply<Row> = await read({ Limit, ...(so?.next && { Cursor: so.next }) }, aborted);
      if (aborted.aborted) return;
      const rows: Row[] =
        so === undefined ? [...reply.Rows] : withoutDoubles([...so.state.rows, ...reply.Rows], keyOf);
      so = {
        state: {
          rows,
          matching: reply.Matching ?? rows.length + Number(reply.Next !== undefined),
          total: reply.Total,
        },
        next: reply.Next,
      };
      each(so);
    }
  }

  function refresh(): Promise<void> {
    const count = Math.min(value.value?.rows.length ?? 0, wantedRows + WINDOW);
    return run(async (aborted) => {
      let fresh: Page<Row> | undefined;
      await readOn(
        undefined,
        () => count,
        aborted,
        (page) => (fresh = page),
      );
      if (fresh === undefined || aborted.aborted) return;
      const current = value.peek();
      const moved = current === undefined ? 0 : movedRows(current.rows, fresh.state.rows, keyOf);
      if (current === undefined || moved === 0 || !hold.peek()) return show(fresh);
      held = fresh;
      batch(() => {
        value.value = { ...current, rows: patched(current.rows, fresh?.state.rows ?? [], keyOf) };
        changes.value = moved;
      });
    });
  }

  const stop = effect(() => {
    wantedRows = 0;
    held = undefined;
    void run((aborted) => readOn(undefined, () => 1, aborted, show));
  });
  return {
    value,
    error,
    loading,
    readAtMs,
    hold,
    changes,
    refresh,
    applyChanges() {
      if (held !== undefined) show(held);
    },
    async ensure(index, { once = false } = {}) {
      if (!once) wantedRows = Math.max(wantedRows, index + 1);
      let target = index + 1;
      while (loading.peek()) await reading;
      const current = value.peek();
      if (current === undefined || next === undefined || current.rows.length >= target) return;
      await run((aborted) =>
        readOn({ state: current, next }, () => (target = Math.max(target, wantedRows)), aborted, show),
      );
    },
    dispose() {
      stop();
      running.abort();
    },
  };
}

/** A row that moved on while windows were read may come twice: the first one counts. */
function withoutDoubles<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.toReversed().map((row) => [keyOf(row), row])).values()].toReversed();
}

/** How many rows of `fresh` stand elsewhere than in `shown`, and how many have gone. */
function movedRows<Row>(current: readonly Row[], fresh: readonly Row[], keyOf: (row: Row) => string): number {
  const before = new Map(current.map((row, at) => [keyOf(row), at]));
  const now = new Set(fresh.map(keyOf));
  const order = fresh.map((row) => before.get(keyOf(row)));
  let highest = -1;
  let moved = current.slice(0, fresh.length).filter((row) => !now.has(keyOf(row))).length;
  for (const at of order) {
    if (at === undefined || at < highest) moved += 1;
    else highest = at;
  }
  return moved;
}

/** The rows of `shown`, in their order, as `fresh` tells them. */
function patched<Row>(current: readonly Row[], fresh: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const byKey = new Map(fresh.map((row) => [keyOf(row), row]));
  return current.map((row) => byKey.get(keyOf(row)) ?? row);
}

interface ListPage<Row> {
  readonly Rows: readonly Row[];
  readonly Next?: string;
}

/** More rows than this are not read. */
const MAX_ROWS = 20_000;

/** Every row of a list. @param read reads the page of a cursor, the first one without */
export async function allRows<Row>(
  read: (page: { Limit: number; Cursor?: string }) => Promise<ListPage<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | undefined;
  do {
    const page = await read({ Limit: MAX_PAGE, ...(next !== undefined && { Cursor: next }) });
    rows.push(...page.Rows);
    next = page.Next;
  } while (next !== undefined && rows.length < MAX_ROWS);
  return rows;
}
