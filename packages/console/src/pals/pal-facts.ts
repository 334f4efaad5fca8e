import type { PalRow } from '@palatine/contract';
import { lookUp, speciesOf } from '../data/catalogue.ts';
import type { CatalogueEntries } from '../data/catalogue-entries.ts';
import { formatNumber } from '../data/format.ts';
import { WORK_IDS, type WorkId } from '../glyphs/works.ts';
import { texts } from '../texts/texts.ts';

/** The species of a Pal in the catalogue; undefined for a person, and for what the catalogue does not know. */
export function speciesEntry(palId: string): CatalogueEntries['Pals'] | undefined {
  return lookUp('Pals', speciesOf(palId));
}

/** A kind of work that a Pal does. */
export interface Work {
  readonly id: WorkId;
  /** The rank of its species, with what was added. */
  readonly rank: number;
  readonly added: number;
  /** Switched off by its owner. */
  readonly isOff: boolean;
}

/** The kinds of work of a Pal, in the order of the game. Ranks that were added count, also to kinds it had not. */
export function worksOf(
  palId: string,
  added: Readonly<Record<string, number>> = {},
  switchedOff: readonly string[] = [],
): Work[] {
  const own = speciesEntry(palId)?.Work ?? {};
  return WORK_IDS.map((id) => {
    const more = added[id] ?? 0;
    return { id, rank: (own[id] ?? 0) + more, added: more, isOff: switchedOff.includes(id) };
  }).filter(({ rank }) => rank > 0);
}

/** The hit points of a Pal, of how many where that is known. */
export function hpText({ HP, MaxHP }: Pick<PalRow, 'HP' | 'MaxHP'>): string {
  const { ofMost } = texts.value.palDetails;
  return MaxHP === undefined ? formatNumber(HP) : ofMost(formatNumber(HP), formatNumber(MaxHP));
}
