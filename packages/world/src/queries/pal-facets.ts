import { type Facet, PAL_CONDITIONS, PAL_PLACE_KINDS, type PalSearch } from '@palatine/contract';
import { PASSIVE_COLUMNS } from './pal-columns.ts';
import { elementsOf } from './pal-filters.ts';
import type { PalIndex } from './pal-index.ts';

const MOST_PASSIVES = 50;

/** How many Pals have each value, the most frequent first. */
export class PalFacets {
  readonly #index: PalIndex;
  readonly #species: Uint32Array;
  readonly #places = new Uint32Array(PAL_PLACE_KINDS.length);
  readonly #conditions = new Uint32Array(PAL_CONDITIONS.length);
  readonly #passives: Uint32Array;

  constructor(index: PalIndex) {
    this.#index = index;
    this.#species = new Uint32Array(index.columns.species.size);
    this.#passives = new Uint32Array(index.columns.passives.size);
  }

  add(rows: Uint32Array): void {
    const { columns, boxKind } = this.#index;
    const { speciesNumber, condition, box, passive } = columns;
    const [species, places, conditions] = [this.#species, this.#places, this.#conditions];
    const passives = this.#passives;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number; // at is below the length
      count(species, speciesNumber[row] as number);
      count(places, boxKind[box[row] as number] as number);
      count(conditions, condition[row] as number);
      const first = row * PASSIVE_COLUMNS;
      for (let of = first; of < first + PASSIVE_COLUMNS && passive[of] !== 0; of++) {
        count(passives, passive[of] as number);
      }
    }
    this.#addMorePassives(rows);
  }

  counts(): NonNullable<PalSearch['Facets']> {
    const { columns } = this.#index;
    this.#passives[0] = 0; // no passive
    return {
      Species: facet(this.#species, (number) => columns.species.at(number)),
      Element: elementFacet(this.#index, this.#species),
      Place: facet(this.#places, (kind) => PAL_PLACE_KINDS[kind] ?? ''),
      Condition: facet(this.#conditions, (number) => PAL_CONDITIONS[number] ?? ''),
      Passives: facet(this.#passives, (number) => columns.passives.at(number)).slice(0, MOST_PASSIVES),
    };
  }

  #addMorePassives(rows: Uint32Array): void {
    const { morePassives } = this.#index.columns;
    if (morePassives.size === 0) return;
    for (const row of rows) for (const number of morePassives.get(row) ?? []) count(this.#passives, number);
  }
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
