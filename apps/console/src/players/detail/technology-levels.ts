import type { PlayerTechnologies } from '@palatine/contract';
import type { CatalogueEntries } from '../../data/catalogue-entries.ts';

type Technology = CatalogueEntries['Technologies'];

/** `level`: the player has to be of a higher one. `requires`: another technology is missing. */
export type TechnologyState = 'learnt' | 'learnable' | 'level' | 'requires';

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
  const learnt = new Set(Unlocked.map((id) => id.toLowerCase()));
  const levels = new Map<number, { ordinary: TechnologyLine[]; ancient: TechnologyLine[] }>();
  for (const technology of technologies) {
    const line = { technology, state: stateOf(technology, learnt, Level), isShown: fits(technology) };
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
  learnt: ReadonlySet<string>,
  level: number | undefined,
): TechnologyState {
  if (learnt.has(ID.toLowerCase())) return 'learnt';
  if (Requires !== '' && !learnt.has(Requires.toLowerCase())) return 'requires';
  return level !== undefined && level < from ? 'level' : 'learnable';
}

/** The cost of a choice of technologies: those that are learnt already cost nothing. */
export function costOf(lines: readonly TechnologyLine[]): { points: number; ancientPoints: number } {
  let points = 0;
  let ancientPoints = 0;
  for (const { technology, state } of lines) {
    if (state === 'learnt') continue;
    if (technology.Ancient) ancientPoints += technology.Cost;
    else points += technology.Cost;
  }
  return { points, ancientPoints };
}
