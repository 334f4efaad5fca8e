import {
  DEFAULT_RULES,
  type DemoSizes,
  FaultInjector,
  type GameContext,
  loadCatalogue,
  makeDemoWorld,
  NO_FILES,
} from '@palatine/world';

/** 10,000 players and about 220,000 characters with the workers of the bases. */
export const LARGE_WORLD = { players: 10_000, online: 3000, palsPerPlayer: 20, guilds: 2500, camps: 1200 };

/** A game over a demo world, the same for the same sizes, whose time stands still. */
export function demoGame(sizes: DemoSizes): GameContext {
  const catalogue = loadCatalogue();
  const { world } = makeDemoWorld({ catalogue, seed: 1, nowMs: 0, sizes });
  return {
    world,
    catalogue,
    rules: DEFAULT_RULES,
    now: () => 0,
    random: () => 0.5,
    newId: () => '',
    files: NO_FILES,
    faults: new FaultInjector(),
  };
}
