import { Refusal } from '@palatine/contract';
import { type DeliveryRecord, findKnownPlayer, type GameContext, runDelivery } from '@palatine/world';
import type { Misfit } from '../game/calls.ts';

/** What became of deliveries that were tried on a world. */
export interface AppliedDeliveries {
  /** Ids of those that are in the world now. */
  readonly applied: readonly string[];
  readonly misfits: readonly Misfit[];
}

/** Runs deliveries in order, each whole or not at all, whatever becomes of the others. */
export function applyDeliveries(game: GameContext, deliveries: readonly DeliveryRecord[]): AppliedDeliveries {
  const applied: string[] = [];
  const misfits: Misfit[] = [];
  for (const delivery of deliveries) {
    try {
      game.world.transaction(() => runDelivery(game, delivery));
      applied.push(delivery.id);
    } catch (error) {
      misfits.push({ id: delivery.id, ...whyNot(game, delivery, error) });
    }
  }
  return { applied, misfits };
}

/** A player whose character is not loaded, or who has no room, may be there the next time. */
function whyNot(game: GameContext, { uid }: DeliveryRecord, error: unknown): Omit<Misfit, 'id'> {
  if (uid !== '' && findKnownPlayer(game, uid) === undefined) {
    return { reason: 'its player is not in the save any more', forGood: true };
  }
  if (!(error instanceof Refusal)) return { reason: `it failed: ${messageOf(error)}`, forGood: false };
  if (error.code === 'BASE_CAMP_NOT_FOUND') {
    return { reason: 'its base is not in the save any more', forGood: true };
  }
  return { reason: error.message, forGood: false };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
