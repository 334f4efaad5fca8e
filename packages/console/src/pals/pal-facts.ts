import type { PalRow } from '@palatine/contract';
import { lookUp, speciesOf } from '../data/catalogue.ts';
import type { CatalogueEntries } from '../data/catalogue-entries.ts';
import type { PalMark } from '../glyphs/marks.ts';
import { WORK_IDS, type WorkId } from '../glyphs/works.ts';

/** The species of a Pal in the catalogue; undefined for a person, and for what the catalogue does not know. */
export function speciesEntry(palId: string): CatalogueEntries['Pals'] | undefined {
  return lookUp('Pals', speciesOf(palId));
}

/** What a base can do something about, as a mark; undefined for a Pal that is fine. */
export function conditionMark({ Condition }: Pick<PalRow, 'Condition'>): PalMark | undefined {
  switch (Condition) {
    case 'Hurt':
      return 'hurt';
    case 'Sick':
      return 'sick';
    case 'Hungry':
      return 'hungry';
    case 'Depressed':
      return 'low';
    default:
      return undefined;
  }
}

/** How the rank of a passive is shown: bad ones, then better and better. */
export type PassiveTone = 'bad' | 'plain' | 'good' | 'rainbow';

/** Ranks below 0 are bad, 4 and more are rainbow, as in the game. */
export function passiveTone(rank: number | undefined): PassiveTone {
  if (rank === undefined) return 'plain';
  if (rank < 0) return 'bad';
  return rank >= 4 ? 'rainbow' : rank >= 2 ? 'good' : 'plain';
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
