import { type Guid, Refusal } from '@palatine/contract';
import type { CommandIssuer } from '../commands/command.ts';
import type { GameContext } from '../state/game-context.ts';
import type { NetChanges } from './net-search.ts';

/** Whose name the events of a replay bear. */
export const ISSUER: CommandIssuer = { name: 'replay', ip: '', permissions: [] };

/** A newer world, and what does not fit into it. */
export interface Replay {
  readonly game: GameContext;
  readonly changes: NetChanges;
  readonly misfits: string[];
  /** Of all items in the newer world. */
  readonly instances: Set<Guid>;
}

/** Makes one change whole or not at all. A reason that it returns, or a Refusal that it throws, is listed. */
export function attempt({ game, misfits }: Replay, what: string, change: () => string | undefined): void {
  try {
    const reason = game.world.transaction(change);
    if (reason !== undefined) misfits.push(`${what}: ${reason}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    misfits.push(`${what}: ${reasonOf(error)}`);
  }
}

function reasonOf({ message, details }: Refusal): string {
  const problems = (details.Problems ?? []).map(({ Message }) => Message);
  return problems.length > 0 ? problems.join('; ') : message;
}
