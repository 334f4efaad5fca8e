import type { CallOptions } from '@palatine/client';
import { PAL_CONDITIONS, PAL_PLACE_KINDS, type searchPals } from '@palatine/contract';
import { words } from '@palatine/contract/words';
import { withoutEmpty } from '../table/list-query.ts';

type PalQuery = NonNullable<CallOptions<typeof searchPals>['query']>;

export const PAL_FILTERS = words(
  'find species element from to iv passives any shiny alpha rank condition owner guild place camp impossible duplicates',
);
export type PalFilter = (typeof PAL_FILTERS)[number];

/** The route takes filters of text up to this many characters. */
const MAX_CHARS = 500;

/** The query of the route for an address. Values it does not understand are left out. */
export function palQuery(query: URLSearchParams, window: object): PalQuery {
  const text = (name: PalFilter) => query.get(name)?.slice(0, MAX_CHARS);
  const number = (name: PalFilter) => {
    const value = query.get(name);
    return value !== null && /^\d{1,5}$/.test(value) ? Number(value) : undefined;
  };
  const flag = (name: PalFilter) => (query.get(name) === 'yes' ? true : undefined);
  return withoutEmpty<PalQuery>({
    ...(window as Pick<PalQuery, 'Sort' | 'Order' | 'Limit' | 'Cursor'>), // its names are those of the columns
    Text: text('find'),
    Species: text('species'),
    Element: text('element'),
    LevelFrom: number('from'),
    LevelTo: number('to'),
    IVFrom: number('iv'),
    Passives: text('passives'),
    AnyPassives: text('any'),
    Shiny: flag('shiny'),
    Alpha: flag('alpha'),
    Rank: number('rank'),
    Condition: PAL_CONDITIONS.find((condition) => condition === query.get('condition')),
    Owner: text('owner'),
    Guild: text('guild'),
    Place: PAL_PLACE_KINDS.find((kind) => kind === query.get('place')),
    Camp: text('camp'),
    Impossible: flag('impossible'),
    Duplicates: flag('duplicates'),
  });
}
