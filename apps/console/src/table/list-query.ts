import type { Sorting } from './column.tsx';

/** The part of an address that a list depends on, in one order, so that equal questions are equal texts. */
export function listKeyOf(query: URLSearchParams, filters: readonly string[]): string {
  const names = [...filters, 'sort', 'order'];
  const parameters = new URLSearchParams();
  for (const name of names) {
    const value = query.get(name);
    if (value) parameters.set(name, value);
  }
  return parameters.toString();
}

/** The order that an address asks for; `otherwise` unless it says one. `prefix`: before the names of the parameters. */
export function sortingIn(query: URLSearchParams, otherwise: Sorting, prefix = ''): Sorting {
  const sort = query.get(`${prefix}sort`) || otherwise.sort;
  const order = query.get(`${prefix}order`);
  if (order === 'down') return { sort, order: 'Descending' };
  if (order === 'up') return { sort, order: 'Ascending' };
  return { sort, order: sort === otherwise.sort ? otherwise.order : 'Ascending' };
}

export function countFilters(query: URLSearchParams, names: readonly string[]): number {
  return names.filter((name) => query.get(name)).length;
}

/** The query of a route: a parameter without a value is left out. */
export function withoutEmpty<Query extends object>(
  query: { [Name in keyof Query]: Query[Name] | null | undefined },
): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => (value ?? '') !== '')) as Query;
}

/** The range of the days `from` and `to` of an address, in the time zone of the browser. The last day is included. */
export function daysIn(query: URLSearchParams): { From: string | undefined; To: string | undefined } {
  const midnight = (name: 'from' | 'to', days: number) => {
    const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(query.get(name) ?? '') ?? [];
    if (day === undefined) return undefined;
    return new Date(Number(year), Number(month) - 1, Number(day) + days).toISOString();
  };
  return { From: midnight('from', 0), To: midnight('to', 1) };
}

const DAY_MS = 86_400_000;

const MAX_DAYS = 10_000;

/** The moment this many days ago, for a filter by when players were last seen; undefined without a valid number of days. */
export function seenBefore(days: string | null, nowMs: number): string | undefined {
  const count = Number(days);
  return count > 0 && count < MAX_DAYS ? new Date(nowMs - count * DAY_MS).toISOString() : undefined;
}
