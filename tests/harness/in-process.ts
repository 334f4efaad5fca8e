import type { Clock } from '@palatine/server/game/clock.ts';
import { startGame } from '@palatine/server/game/game-loop.ts';
import type { StartLoop } from '@palatine/server/game/start-thread.ts';

/**
 * Runs the game loop in the process of the test, over the same kind of message port as the worker thread, with
 * time, chance and ids handed in.
 */
export function inProcess(clock: Clock): StartLoop {
  return (data, port, onEnd) => {
    let ids = 0;
    const newId = () => {
      ids += 1;
      return `0000000F-00000000-00000000-${ids.toString(16).toUpperCase().padStart(8, '0')}`;
    };
    port.on('close', () => onEnd(new Error('the game loop has ended')));
    const abandon = startGame(data, port, { clock, random: () => 0.5, newId, batchSize: 256 });
    return { terminate: () => Promise.resolve(abandon()) };
  };
}
