import type { PlayerTechnologies } from '@palatine/contract';
import type { CatalogueEntries } from '../../data/catalogue-entries.ts';

type Technology = CatalogueEntries['Technologies'];

/** `level`: the player has to be of a higher one. `requires`: another technology is missing. */
type TechnologyState = 'learned' | 'learnable' | 'level' | 'requires';

export interface TechnologyLine {
  readonly technology: Technology;
  readonly state: TechnologyState;
  readonly isShown: boolean;
}

export interface TechnologyLevel {
  readonly level: number;
  readonly ordinary: readonly TechnologyLine[];
  readonly ancient: readonly TechnologyLine[];
}

/** The technologies of the catalogue by level. `fits` says which of them are looked for. */
export function technologyLevels(
  technologies: readonly Technology[],
  { Unlocked = [], Level }: Pick<PlayerTechnologies, 'Unlocked' | 'Level'>,
  fits: (technology: Technology) => boolean = () => true,
): TechnologyLevel[] {
  const learned = new Set(Unlocked.map((id) => id.toLowerCase()));
  const lines = technologies.map((technology): TechnologyLine => {
    return { technology, state: stateOf(technology, learned, Level), isShown: fits(technology) };
  });
  return [...Map.groupBy(lines, ({ technology }) => technology.Level)]
    .filter(([, ofLevel]) => ofLevel.some(({ isShown }) => isShown))
    .sort(([a], [b]) => a - b)
    .map(([level, ofLevel]) => ({
      level,
      ordinary: ofLevel.filter(({ technology }) => !technology.Ancient),
      ancient: ofLevel.filter(({ technology }) => technology.Ancient),
    }));
}

function stateOf(
  { ID, Level: from, Requires }: Technology,
  learned: ReadonlySet<string>,
  level: number | undefined,
): TechnologyState {
  if (learned.has(ID.toLowerCase())) return 'learned';
  if (Requires !== '' && !learned.has(Requires.toLowerCase())) return 'requires';
  return level !== undefined && level < from ? 'level' : 'learnable';
}

/** The cost of a choice of technologies: those that are learned already cost nothing. */
export function costOf(lines: readonly TechnologyLine[]): { points: number; ancientPoints: number } {
  const missing = lines.filter(({ state }) => state !== 'learned').map(({ technology }) => technology);
  const sum = (some: readonly Technology[]) => some.reduce((total, { Cost }) => total + Cost, 0);
  const ancient = missing.filter(({ Ancient }) => Ancient);
  return { points: sum(missing) - sum(ancient), ancientPoints: sum(ancient) };
}
