import type { GameContext } from '../state/game-context.ts';
import type { World } from '../state/world.ts';
import { isSpellable } from './id-syntax.ts';
import type { UnknownId } from './unknown-ids.ts';

export interface TechnologyGame extends Pick<GameContext, 'catalogue' | 'rules'> {
  /** Undefined before there is one. */
  readonly world: World | undefined;
}

/**
 * The `bannedTechnologies` that nothing has, each as the rest of a sentence. A technology that a player of this world
 * has had is one of the game, also when the catalogue does not list it.
 */
export function unknownBannedTechnologies({
  catalogue,
  rules,
  world,
  unknownId,
}: TechnologyGame & { readonly unknownId: UnknownId }): string[] {
  const isOfWorld = (id: string) => world?.technologies.has(id.toLowerCase()) === true;
  return rules.bannedTechnologies
    .filter((id) => catalogue.technologies.find(id) === undefined)
    .filter((id) => !(rules.unknownIds === 'Accept' && isSpellable(id)) && !isOfWorld(id))
    .map((id) => `names an ${unknownId('technology', id)}`);
}
