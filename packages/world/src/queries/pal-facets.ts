import { type Facet, PAL_CONDITIONS, PAL_PLACE_KINDS, type PalSearch } from '@palatine/contract';
import { PASSIVE_COLUMNS } from './pal-columns.ts';
import { elementsOf } from './pal-filters.ts';
import type { PalIndex } from './pal-index.ts';

const MOST_PASSIVES = 50;

/** How many of these rows have each value, the most frequent first. */
export function palFacets(index: PalIndex, rows: Uint32Array): NonNullable<PalSearch['Facets']> {
  const { columns, boxKind } = index;
  const { speciesNumber, condition, box, species } = columns;
  const bySpecies = new Uint32Array(species.size);
  const byPlace = new Uint32Array(PAL_PLACE_KINDS.length);
  const byCondition = new Uint32Array(PAL_CONDITIONS.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number; // at is below the length
    count(bySpecies, speciesNumber[row] as number);
    count(byPlace, boxKind[box[row] as number] as number);
    count(byCondition, condition[row] as number);
  }
  return {
    Species: facet(bySpecies, (number) => species.at(number)),
    Element: elementFacet(index, bySpecies),
    Place: facet(byPlace, (kind) => PAL_PLACE_KINDS[kind] ?? ''),
    Condition: facet(byCondition, (number) => PAL_CONDITIONS[number] ?? ''),
    Passives: passiveFacet(index, rows),
  };
}

function count(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}

function facet(counts: ArrayLike<number>, idOf: (at: number) => string): Facet {
  const entries = Array.from(counts, (Count, at) => ({ Id: idOf(at), Count })).filter(
    ({ Count }) => Count > 0,
  );
  return entries.sort((one, other) => other.Count - one.Count || (one.Id < other.Id ? -1 : 1));
}

/** A species with two elements counts for both. */
function elementFacet({ columns }: PalIndex, bySpecies: Uint32Array): Facet {
  const counts = new Map<string, number>();
  for (const [number, count] of bySpecies.entries()) {
    if (count === 0) continue;
    for (const element of elementsOf(columns, columns.species.at(number))) {
      counts.set(element, (counts.get(element) ?? 0) + count);
    }
  }
  const elements = [...counts.keys()];
  return facet([...counts.values()], (at) => elements[at] ?? '');
}

function passiveFacet({ columns }: PalIndex, rows: Uint32Array): Facet {
  const { passive, passives, morePassives } = columns;
  const counts = new Uint32Array(passives.size);
  for (let at = 0; at < rows.length; at++) {
    const first = (rows[at] as number) * PASSIVE_COLUMNS;
    for (let of = first; of < first + PASSIVE_COLUMNS && passive[of] !== 0; of++)
      count(counts, passive[of] as number);
  }
  for (const row of morePassives.size === 0 ? [] : rows) {
    for (const number of morePassives.get(row) ?? []) count(counts, number);
  }
  counts[0] = 0; // no passive
  return facet(counts, (number) => passives.at(number)).slice(0, MOST_PASSIVES);
}
