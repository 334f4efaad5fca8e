import { kept } from '../catalogue/table.ts';
import type { World } from '../state/world.ts';

/** One for each world, made when it is first asked for: a world in which nobody asks pays nothing for it. */
export function perWorld<Game extends { readonly world: World }, Value>(
  make: (game: Game) => Value,
): (game: Game) => Value {
  const values = new WeakMap<World, Value>();
  return (game) => kept(values, game.world, () => make(game));
}
