/** A row that moved on while windows were read may come twice: the first one counts. */
export function withoutDoubles<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.toReversed().map((row) => [keyOf(row), row])).values()].toReversed();
}

/** How many rows of `fresh` stand elsewhere than in `shown`, and how many have gone. */
export function movedRows<Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  keyOf: (row: Row) => string,
): number {
  const before = new Map(shown.map((row, at) => [keyOf(row), at]));
  const now = new Set(fresh.map(keyOf));
  const order = fresh.map((row) => before.get(keyOf(row)));
  let highest = -1;
  let moved = shown.slice(0, fresh.length).filter((row) => !now.has(keyOf(row))).length;
  for (const at of order) {
    if (at === undefined || at < highest) moved += 1;
    else highest = at;
  }
  return moved;
}

/** The rows of `shown`, in their order, as `fresh` tells them. */
export function patched<Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const byKey = new Map(fresh.map((row) => [keyOf(row), row]));
  return shown.map((row) => byKey.get(keyOf(row)) ?? row);
}
