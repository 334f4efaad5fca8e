import { Refusal } from '@palatine/contract';
import type { Game } from './game-context.ts';

/** For routes that work on players and have no code of their own for it: refuses while nobody can be reached. */
export function needPlayerManager({ faults }: Pick<Game, 'faults'>): void {
  if (faults.playerManagerUnavailable) {
    throw new Refusal('REQUEST_FAILED', 'the player manager cannot be accessed');
  }
}
