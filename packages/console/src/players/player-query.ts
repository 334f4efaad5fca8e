import type { CallOptions } from '@palatine/client';
import { PLAYER_COLUMNS, type PlayerColumn, type searchPlayers } from '@palatine/contract';
import type { Sorting } from '../table/column.ts';

/** The query of the route, without the window. */
export type PlayerQuery = Omit<NonNullable<CallOptions<typeof searchPlayers>['query']>, 'Limit' | 'Cursor'>;

/** The parameters of the address that filter the list of players. */
export const PLAYER_FILTERS = [
  'find',
  'status',
  'guild',
  'platform',
  'seen',
  'from',
  'to',
  'banned',
  'file',
] as const;
export type PlayerFilter = (typeof PLAYER_FILTERS)[number];

export const STATUSES = { online: 'Online', offline: 'Offline' } as const;
/** Days for which somebody was not seen, as the filter offers them. */
export const SEEN_DAYS = ['1', '7', '14', '30', '90'] as const;
export const PLATFORMS = ['Steam', 'Xbox', 'PS5', 'Mac'] as const;

const DAY_MS = 86_400_000;
/** The route takes filters up to this many characters. */
const MOST_CHARS = 100;
const MOST_LEVEL = 1000;

/** The part of an address that the list depends on. */
export function askedOf(query: URLSearchParams): string {
  const names: readonly string[] = [...PLAYER_FILTERS, 'sort', 'order'];
  return new URLSearchParams([...query].filter(([name]) => names.includes(name))).toString();
}

/** The order that the address asks for; by name unless it says something else. */
export function sortingOf(query: URLSearchParams): Sorting {
  const sort = query.get('sort') ?? '';
  const known = PLAYER_COLUMNS.find((column) => column === sort) ?? 'Name';
  return { sort: known, order: query.get('order') === 'down' ? 'Descending' : 'Ascending' };
}

/** What the address asks for, as the route takes it. What it does not understand is left out. */
export function playerQuery(query: URLSearchParams, nowMs: number): PlayerQuery {
  const { sort, order } = sortingOf(query);
  const text = (name: PlayerFilter) => query.get(name)?.slice(0, MOST_CHARS) || undefined;
  const status = STATUSES[query.get('status') as keyof typeof STATUSES];
  const days = Number(query.get('seen'));
  const seenBefore = days > 0 && days < 10_000 ? new Date(nowMs - days * DAY_MS).toISOString() : undefined;
  return given({
    Find: text('find'),
    Status: status,
    Guild: text('guild'),
    Platform: text('platform'),
    SeenBefore: seenBefore,
    LevelFrom: levelOf(query.get('from')),
    LevelTo: levelOf(query.get('to')),
    Banned: flagOf(query.get('banned')),
    HasPlayerFile: flagOf(query.get('file')),
    Sort: sort as PlayerColumn, // `sortingOf` gives no other
    Order: order,
  });
}

/** How many filters the address has beside the text and the status, which stand in sight. */
export function hiddenFilters(query: URLSearchParams): number {
  return PLAYER_FILTERS.filter((name) => name !== 'find' && name !== 'status' && query.get(name)).length;
}

/** Whether anything is filtered. */
export function isFiltered(query: URLSearchParams): boolean {
  return PLAYER_FILTERS.some((name) => query.get(name));
}

function levelOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,4}$/.test(text) ? Math.min(MOST_LEVEL, Number(text)) : undefined;
}

function flagOf(text: string | null): boolean | undefined {
  return text === 'yes' ? true : text === 'no' ? false : undefined;
}

function given(query: { [Name in keyof PlayerQuery]: PlayerQuery[Name] | undefined }): PlayerQuery {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as PlayerQuery;
}
