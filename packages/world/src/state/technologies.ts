import type { GameContext } from './game-context.ts';
import type { World } from './world.ts';

// The technologies of a world: those of the catalogue, and those that a player of it has had unlocked.

/** Adds unlocked technologies to this world permanently, also those outside the catalogue. */
export function keepTechnologies({ technologies }: World, unlocked: readonly string[]): void {
  for (const id of unlocked) if (!technologies.has(id.toLowerCase())) technologies.put({ id });
}

/** Returns the id as the catalogue spells it, else as a player of this world has it; undefined for any other text. */
export function findTechnology({ catalogue, world }: Pick<GameContext, 'catalogue' | 'world'>, id: string) {
  return catalogue.technologies.find(id)?.id ?? world.technologies.get(id.toLowerCase())?.id;
}

/** Lists the ids of all technologies of this world, those that the catalogue does not know last. */
export function allTechnologies({ catalogue, world }: Pick<GameContext, 'catalogue' | 'world'>): string[] {
  const catalogued = catalogue.technologies.all().map(({ id }) => id);
  const others = [...world.technologies.values()].map(({ id }) => id);
  return [...catalogued, ...others.filter((id) => catalogue.technologies.find(id) === undefined)];
}
