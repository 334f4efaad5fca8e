import type { PlayerProgress } from '@palatine/contract';
import type { CatalogueEntries } from '../../data/catalogue-entries.ts';
import type { Tally } from './progress-facts.ts';

/** Found places of a kind. */
export interface FoundLine extends Tally {
  /** `fastTravel`, or the id of a relic type. */
  readonly id: string;
  /** How many relics of the type the player holds and has spent; undefined for places. */
  readonly held?: number | undefined;
}

/**
 * How much of the world a player has found; undefined where the save does not tell. Ids of saves before 1.0 are partly
 * others: only those that the catalogue knows count.
 */
export function foundLines(
  { Found, Currencies }: Pick<PlayerProgress, 'Found' | 'Currencies'>,
  places: readonly CatalogueEntries['Places'][],
  relics: readonly CatalogueEntries['Relics'][],
): FoundLine[] | undefined {
  if (Found === undefined) return undefined;
  const of = (kinds: readonly string[], subject = '') =>
    places.filter(({ Kind, Subject }) => kinds.includes(Kind) && (subject === '' || Subject === subject));
  const tally = (all: readonly CatalogueEntries['Places'][], found: readonly string[]): Tally => {
    const ids = new Set(found.map((id) => id.toLowerCase()));
    return { done: all.filter(({ ID }) => ids.has(ID.toLowerCase())).length, all: all.length };
  };
  const held: Readonly<Record<string, number>> = Currencies?.relics ?? {};
  return [
    { id: 'fastTravel', ...tally(of(['fastTravel', 'mapUnlock']), Found.FastTravel) },
    ...relics.map(({ ID }) => ({
      id: ID,
      ...tally(of(['relic'], ID), Found.Relics[ID] ?? []),
      held: held[ID],
    })),
  ];
}
