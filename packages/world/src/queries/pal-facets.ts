import { type Facet, PAL_CONDITIONS, PAL_PLACE_KINDS, type PalSearch } from '@palatine/contract';
import { PASSIVE_COLUMNS, type PalColumns } from './pal-columns.ts';
import { elementsOf } from './pal-filters.ts';
import type { PalIndex } from './pal-index.ts';

const MAX_PASSIVES = 50;

/** How many of these Pals have each value, the most frequent first. */
export function palFacets(
  { columns, boxKind }: PalIndex,
  rows: Uint32Array,
): NonNullable<PalSearch['Facets']> {
  const { speciesNumber, condition, box, passive, morePassives } = columns;
  const species = new Uint32Array(columns.species.size);
  const places = new Uint32Array(PAL_PLACE_KINDS.length);
  const conditions = new Uint32Array(PAL_CONDITIONS.length);
  const passives = new Uint32Array(columns.passives.size);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number; // at is below the length
    count(species, speciesNumber[row] as number);
    count(places, boxKind[box[row] as number] as number);
    count(conditions, condition[row] as number);
    const first = row * PASSIVE_COLUMNS;
    for (let of = first; of < first + PASSIVE_COLUMNS && passive[of] !== 0; of++) {
      count(passives, passive[of] as number);
    }
    if (morePassives.size > 0) for (const number of morePassives.get(row) ?? []) count(passives, number);
  }
  return {
    Species: facet(species, (number) => columns.species.at(number)),
    Element: elementFacet(columns, species),
    Place: facet(places, (kind) => PAL_PLACE_KINDS[kind] ?? ''),
    Condition: facet(conditions, (number) => PAL_CONDITIONS[number] ?? ''),
    Passives: facet(passives, (number) => columns.passives.at(number)).slice(0, MAX_PASSIVES),
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
function elementFacet(columns: PalColumns, bySpecies: Uint32Array): Facet {
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
