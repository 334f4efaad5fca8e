import type { DeliveryState } from '@palatine/contract';
import { type DeliveryRecord, type GameContext, pendingDeliveries } from '@palatine/world';
import type { DeliveryStep, DeliveryWork, Misfit } from './calls.ts';

/** Most ended deliveries that are kept; the oldest go first. */
const MOST_ENDED = 10_000;

/** Does a step of a delivery. @returns what waits, and the batches whose end is not known. */
export function deliveryStep(game: GameContext, step: DeliveryStep): DeliveryWork {
  change(game, step);
  const { world } = game;
  return { pending: pendingDeliveries(world), batches: [...world.deliveryBatches.values()] };
}

function change(game: GameContext, step: DeliveryStep): void {
  const { world, now } = game;
  switch (step.step) {
    case 'read':
      return;
    case 'begin': {
      const { batch } = step;
      world.deliveryBatches.put(batch);
      for (const id of batch.deliveries) {
        const delivery = world.deliveries.get(id);
        // Canceled since it was read: it must not come into the save.
        if (delivery?.state !== 'Pending') throw new Error(`delivery ${id} does not wait any more`);
        world.deliveries.put({
          ...delivery,
          state: 'Delivering',
          batch: batch.id,
          attempts: delivery.attempts + 1,
        });
      }
      return;
    }
    case 'written': {
      const batch = world.deliveryBatches.get(step.batch);
      if (batch !== undefined) world.deliveryBatches.put({ ...batch, state: 'written' });
      return;
    }
    case 'delivered':
      return endBatch(game, step.batch, (delivery) => {
        const { id, target, summary, issuer } = delivery;
        world.emit('delivery.delivered', now(), { id, target, summary, issuer: issuer.name });
        return { ...delivery, state: 'Delivered', reason: '', endedAtMs: now() };
      });
    case 'reverted':
      return endBatch(game, step.batch, (delivery) => ({
        ...delivery,
        state: 'Pending',
        batch: '',
        reason: step.reason,
      }));
    case 'misfits':
      for (const misfit of step.misfits) putMisfit(game, misfit);
  }
}

function endBatch(
  { world }: GameContext,
  id: string,
  ended: (delivery: DeliveryRecord) => DeliveryRecord,
): void {
  const batch = world.deliveryBatches.get(id);
  if (batch === undefined) return; // ended before an interruption
  for (const delivery of world.pick(world.deliveries, batch.deliveries)) {
    if (delivery.batch === id && delivery.state === 'Delivering') world.deliveries.put(ended(delivery));
  }
  world.deliveryBatches.remove(id);
  removeOldest(world);
}

function putMisfit({ world, now }: GameContext, { id, reason, forGood }: Misfit): void {
  const delivery = world.deliveries.get(id);
  if (delivery?.state !== 'Pending') return;
  const attempts = delivery.attempts + 1;
  if (!forGood) {
    world.deliveries.put({ ...delivery, attempts, reason });
    return;
  }
  world.deliveries.put({ ...delivery, attempts, reason, state: 'Failed', endedAtMs: now() });
  const { target, summary, issuer } = delivery;
  world.emit('delivery.failed', now(), { id, target, summary, issuer: issuer.name, reason });
}

const ENDED: readonly DeliveryState[] = ['Delivered', 'Canceled', 'Failed'];

function removeOldest({ deliveries, deliveriesByState }: GameContext['world']): void {
  let over = ENDED.reduce((sum, state) => sum + deliveriesByState.keys(state).size, 0) - MOST_ENDED;
  if (over <= 0) return;
  for (const { id, state } of [...deliveries.values()]) {
    if (over <= 0) return;
    if (!ENDED.includes(state)) continue;
    deliveries.remove(id);
    over -= 1;
  }
}
