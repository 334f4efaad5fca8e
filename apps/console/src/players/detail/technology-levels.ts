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
  const levels = new Map<number, { ordinary: TechnologyLine[]; ancient: TechnologyLine[] }>();
  for (const technology of technologies) {
    const line = { technology, state: stateOf(technology, learned, Level), isShown: fits(technology) };
    const row = levels.get(technology.Level) ?? { ordinary: [], ancient: [] };
    levels.set(technology.Level, row);
    (technology.Ancient ? row.ancient : row.ordinary).push(line);
  }
  return [...levels]
    .map(([level, row]) => ({ level, ...row }))
    .filter(({ ordinary, ancient }) => [...ordinary, ...ancient].some(({ isShown }) => isShown))
    .sort((a, b) => a.level - b.level);
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
  let points = 0;
  let ancientPoints = 0;
  for (const { technology, state } of lines) {
    if (state === 'learned') continue;
    if (technology.Ancient) ancientPoints += technology.Cost;
    else points += technology.Cost;
  }
  return { points, ancientPoints };
}
