import { Refusal } from '@palatine/contract';
import type { GameContext } from './game-context.ts';

/** For routes that work on players and have no code of their own for it: refuses while nobody can be reached. */
export function assertPlayerManager({ faults }: Pick<GameContext, 'faults'>): void {
  if (faults.playerManagerUnavailable) {
    throw new Refusal('REQUEST_FAILED', 'the player manager cannot be accessed');
  }
}
