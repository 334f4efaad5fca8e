import type { CallOptions } from '@palatine/client';
import { MAX_PAGE, type RouteReply, type RouteShape } from '@palatine/contract';
import { batch, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { atFleet } from '../navigation/place.ts';
import { client } from '../session/session.ts';
import { keep, keptValue } from './cache.ts';
import { type Resource, reader } from './resource.ts';
import { type Concerns, callOf, useRefreshEvery, useRefreshOn } from './use-resource.ts';

export interface ListReply<Row> {
  readonly Total?: number;
  readonly Matching?: number;
  readonly Rows: readonly Row[];
  readonly Next?: string | undefined;
}

export interface WindowQuery {
  readonly Limit: number;
  readonly Cursor?: string;
}

interface ListState<Row> {
  readonly rows: readonly Row[];
  /** How many rows the filters let through; without a count, those that are read and one for the rest. */
  readonly matching: number;
  readonly total: number | undefined;
}

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
 * Reads a list at once, and from its beginning again whenever a signal has changed that `read` uses before its first `await`.
 * @param cacheKey of what `read` reads now
 */
export function createRows<Row>(
  read: (query: WindowQuery, signal: AbortSignal) => Promise<ListReply<Row>>,
  keyOf: (row: Row) => string,
  cacheKey: () => string = () => '',
): Rows<Row> {
  const cached = keptValue<ListState<Row>>(untracked(cacheKey));
  const value = signal<ListState<Row> | undefined>(cached?.value);
  const { run, abort, ...state } = reader(Date.now, cached?.readAtMs);
  let [currentKey, shownKey] = ['', ''];
  const hold = signal(false);
  const changes = signal(0);
  let next: string | undefined;
  let held: Page<Row> | undefined;
  let reading: Promise<void> = Promise.resolve();
  let wantedRows = 0;

  function show({ state, next: cursor }: Page<Row>): void {
    batch(() => {
      value.value = state;
      changes.value = 0;
    });
    next = cursor;
    held = undefined;
    shownKey = currentKey;
  }

  function start(work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    reading = run(async (aborted) => {
      await work(aborted);
      return undefined;
    });
    return reading;
  }

  /** Reads windows after `page`, one at least, until it has `count` rows; undefined when it is aborted. */
  async function readOn(
    page: Page<Row> | undefined,
    count: () => number,
    aborted: AbortSignal,
    onPage: (page: Page<Row>) => void = () => {},
  ): Promise<Page<Row> | undefined> {
    let latest = page;
    while (latest === undefined || (latest.next !== undefined && latest.state.rows.length < count())) {
      const missing = count() - (latest?.state.rows.length ?? 0);
      const Limit = latest !== undefined && missing > WINDOW ? LARGE_WINDOW : WINDOW;
      const reply: ListReply<Row> = await read(
        { Limit, ...(latest?.next && { Cursor: latest.next }) },
        aborted,
      );
      if (aborted.aborted) return undefined;
      const rows: Row[] =
        latest === undefined ? [...reply.Rows] : withoutDoubles([...latest.state.rows, ...reply.Rows], keyOf);
      latest = {
        state: {
          rows,
          matching: reply.Matching ?? rows.length + Number(reply.Next !== undefined),
          total: reply.Total,
        },
        next: reply.Next,
      };
      onPage(latest);
    }
    return latest;
  }

  function refresh(): Promise<void> {
    const count = Math.min(value.value?.rows.length ?? 0, wantedRows + WINDOW);
    return start(async (aborted) => {
      const fresh = await readOn(undefined, () => count, aborted);
      if (fresh === undefined || aborted.aborted) return;
      const current = value.peek();
      const moved = current === undefined ? 0 : movedRows(current.rows, fresh.state.rows, keyOf);
      if (current === undefined || moved === 0 || !hold.peek()) return show(fresh);
      held = fresh;
      batch(() => {
        value.value = { ...current, rows: patched(current.rows, fresh.state.rows, keyOf) };
        changes.value = moved;
      });
    });
  }

  let disposed = false;
  const stop = effect(() => {
    wantedRows = 0;
    held = undefined;
    currentKey = cacheKey();
    void start((aborted) => readOn(undefined, () => 1, aborted, show));
  });
  return {
    ...state,
    value,
    hold,
    changes,
    refresh,
    applyChanges() {
      if (held !== undefined) show(held);
    },
    async ensure(index, { once = false } = {}) {
      if (!once) wantedRows = Math.max(wantedRows, index + 1);
      let target = index + 1;
      while (state.loading.peek() && !disposed) await reading;
      if (disposed) return;
      const current = value.peek();
      if (current === undefined || next === undefined || current.rows.length >= target) return;
      await start((aborted) =>
        readOn({ state: current, next }, () => (target = Math.max(target, wantedRows)), aborted, show),
      );
    },
    dispose() {
      disposed = true;
      if (shownKey !== '') keep(shownKey, value.peek(), state.readAtMs.peek());
      stop();
      abort();
    },
  };
}

/** A row that moved on while windows were read may come twice: the first one counts. */
function withoutDoubles<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.toReversed().map((row) => [keyOf(row), row])).values()].toReversed();
}

/** Counts the rows of `fresh` that moved or are new compared with `current`, and those that are gone. */
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

function patched<Row>(current: readonly Row[], fresh: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const byKey = new Map(fresh.map((row) => [keyOf(row), row]));
  return current.map((row) => byKey.get(keyOf(row)) ?? row);
}

/** Every row of a list, up to `limit`. @param read reads the page of a cursor, the first one without */
export async function allRows<Row>(
  read: (page: WindowQuery) => Promise<ListReply<Row>>,
  limit = 20_000,
): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | undefined;
  do {
    const page = await read({ Limit: MAX_PAGE, ...(next !== undefined && { Cursor: next }) });
    rows.push(...page.Rows);
    next = page.Next;
  } while (next !== undefined && rows.length < limit);
  return rows;
}

/** Between two reads of a list of the fleet, whose changes no stream brings to the page, in ms. */
export const FLEET_READ_MS = 5000;

interface PagesOf<R extends RouteShape, Row> {
  readonly rows: (reply: RouteReply<R>) => readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The number of rows of the whole list, where a reply says it. */
  readonly total?: (reply: RouteReply<R>) => number;
  /** The parameter that takes the `Next` of a reply; `Cursor` unless given. */
  readonly cursor?: string;
  /** Events of the world after which the list may show something else. */
  readonly refreshOn?: Concerns;
  readonly follows?: ReadonlySignal<unknown>;
}

/** The list of a route that answers in pages. It is read again after events at a world, and every few seconds over a fleet. */
export function usePages<R extends RouteShape, Row>(
  route: R,
  { rows, keyOf, total, cursor = 'Cursor', refreshOn = /^$/, follows }: PagesOf<R, Row>,
  input: CallOptions<R>,
): Rows<Row> {
  return useRows(
    () =>
      createRows(
        async ({ Limit, Cursor }, signal) => {
          void follows?.value;
          const page = { Limit, ...(Cursor !== undefined && { [cursor]: Cursor }) };
          const query = { ...(input as { query?: object }).query, ...page };
          const reply = await client().call(route, ...callOf<R>({ ...input, query, signal }));
          const { Next } = reply as { Next?: string | number };
          return {
            Rows: rows(reply),
            Next: Next === undefined ? undefined : String(Next),
            ...(total && { Matching: total(reply), Total: total(reply) }),
          };
        },
        keyOf,
        () => `${route.path} ${JSON.stringify(input)}`,
      ),
    [JSON.stringify(input)],
    refreshOn,
  );
}

/** Rows that live as long as the component, and are recreated when one of `inputs` has changed. */
export function useRows<Row>(
  create: () => Rows<Row>,
  inputs: readonly unknown[],
  refreshOn: Concerns,
): Rows<Row> {
  const list = useMemo(create, inputs);
  useEffect(() => () => list.dispose(), [list]);
  useRefreshOn(list, refreshOn);
  useRefreshEvery(FLEET_READ_MS, [list], atFleet);
  return list;
}
