import {
  DEFAULT_RULES,
  type DemoSizes,
  FaultInjector,
  type GameContext,
  loadCatalogue,
  makeDemoWorld,
  NO_FILES,
} from '@palatine/world';

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
