import type { CallOptions } from '@palatine/client';
import {
  type FleetPlayer,
  PLAYER_COLUMNS,
  type PlayerColumn,
  type PlayerRow,
  type searchPlayers,
} from '@palatine/contract';
import type { Sorting } from '../table/column.tsx';
import { seenBefore, withoutEmpty } from '../table/list-query.ts';

/** A player in a list; over a fleet with the world that knows them. */
export type Player = PlayerRow & Partial<Pick<FleetPlayer, 'World' | 'WorldName' | 'FormerNames'>>;

export type PlayerQuery = Omit<NonNullable<CallOptions<typeof searchPlayers>['query']>, 'Limit' | 'Cursor'>;

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

/** The route takes filters up to this many characters. */
const MAX_CHARS = 100;
const MAX_LEVEL = 1000;

/** The order that the address asks for; by name unless it says something else. */
export function sortingOf(query: URLSearchParams): Sorting {
  const sort = query.get('sort') ?? '';
  const sortColumn = PLAYER_COLUMNS.find((column) => column === sort) ?? 'Name';
  return { sort: sortColumn, order: query.get('order') === 'down' ? 'Descending' : 'Ascending' };
}

/** The query of the route for an address. Values it does not understand are left out. */
export function playerQuery(query: URLSearchParams, nowMs: number): PlayerQuery {
  const { sort, order } = sortingOf(query);
  const text = (name: PlayerFilter) => query.get(name)?.slice(0, MAX_CHARS);
  const status = STATUSES[query.get('status') as keyof typeof STATUSES];
  return withoutEmpty<PlayerQuery>({
    Find: text('find'),
    Status: status,
    Guild: text('guild'),
    Platform: text('platform'),
    SeenBefore: seenBefore(query.get('seen'), nowMs),
    LevelFrom: levelOf(query.get('from')),
    LevelTo: levelOf(query.get('to')),
    Banned: flagOf(query.get('banned')),
    HasPlayerFile: flagOf(query.get('file')),
    Sort: sort as PlayerColumn, // `sortingOf` gives no other
    Order: order,
  });
}

function levelOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,4}$/.test(text) ? Math.min(MAX_LEVEL, Number(text)) : undefined;
}

function flagOf(text: string | null): boolean | undefined {
  return text === 'yes' ? true : text === 'no' ? false : undefined;
}
