import type { CallOptions } from '@palatine/client';
import { type FleetPlayer, PLAYER_COLUMNS, type PlayerRow, type searchPlayers } from '@palatine/contract';
import { words } from '@palatine/contract/words';
import type { Sorting } from '../table/column.tsx';
import { seenBefore, sortingIn, withoutEmpty } from '../table/list-query.ts';

/** A player in a list; over a fleet with the world that knows them. */
export type Player = PlayerRow & Partial<Pick<FleetPlayer, 'World' | 'WorldName' | 'FormerNames'>>;

type PlayerQuery = Omit<NonNullable<CallOptions<typeof searchPlayers>['query']>, 'Limit' | 'Cursor'>;

export const BY_NAME: Sorting = { sort: 'Name', order: 'Ascending' };
export const PLAYER_FILTERS = words('find status guild platform seen from to banned file');

const STATUSES = { online: 'Online', offline: 'Offline' } as const;
/** Days since a player was last seen, as the filter offers them. */
export const SEEN_DAYS = ['1', '7', '14', '30', '90'] as const;
export const PLATFORMS = ['Steam', 'Xbox', 'PS5', 'Mac'] as const;

/** The route takes filters up to this many characters. */
const MAX_CHARS = 100;
const MAX_LEVEL = 1000;

/** The query of the route for an address. Values it does not understand are left out. */
export function playerQuery(query: URLSearchParams, nowMs: number): PlayerQuery {
  const { sort, order } = sortingIn(query, BY_NAME);
  const text = (name: (typeof PLAYER_FILTERS)[number]) => query.get(name)?.slice(0, MAX_CHARS);
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
    Sort: PLAYER_COLUMNS.find((column) => column === sort) ?? 'Name',
    Order: order,
  });
}

function levelOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,4}$/.test(text) ? Math.min(MAX_LEVEL, Number(text)) : undefined;
}

function flagOf(text: string | null): boolean | undefined {
  return text === 'yes' ? true : text === 'no' ? false : undefined;
}
