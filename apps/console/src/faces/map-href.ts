import { formatPlace, type WorldPlace } from '../data/format.ts';
import { hrefOf } from '../navigation/router.ts';

/** The place on the map that a link leads to. */
export function mapHref({ X, Y }: Pick<WorldPlace, 'X' | 'Y'>): string {
  return hrefOf('/map', { at: formatPlace({ X, Y }).replace(' ', ''), zoom: '4' });
}
