import { Refusal } from '@palatine/contract';
import type { GameContext } from './game-context.ts';

/** Refuses while the player manager is unavailable. For routes without a code of their own for it. */
export function assertPlayerManager({ faults }: Pick<GameContext, 'faults'>): void {
  if (faults.playerManagerUnavailable) {
    throw new Refusal('REQUEST_FAILED', 'the player manager cannot be accessed');
  }
}
