import type { Clock } from '@palatine/server/game/clock.ts';
import type { GameEnvironment } from '@palatine/server/game/game.ts';

/** The time of a test, with chance and ids that are the same in each run. */
export function onClock(clock: Clock): GameEnvironment {
  let ids = 0;
  return {
    clock,
    random: () => 0.5,
    newId() {
      ids += 1;
      return `0000000F-00000000-00000000-${ids.toString(16).toUpperCase().padStart(8, '0')}`;
    },
  };
}
