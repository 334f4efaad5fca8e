import {
  type DeliveriesPage,
  type Delivery,
  type DeliveryState,
  parseGuid,
  Refusal,
} from '@palatine/contract';
import {
  type DeliveryRecord,
  type GameContext,
  pendingDeliveries,
  playerOf,
  uidOf,
  type World,
} from '@palatine/world';
import type { DeliveryFilters, DeliveryStep, DeliveryWork, RejectedDelivery } from './calls.ts';

/** A page of the deliveries, newest first. Throws VALIDATION_FAILED for an invalid cursor. */
export function deliveriesPage(
  world: World,
  { state, player, limit, cursor }: DeliveryFilters,
): DeliveriesPage {
  const uid = player === undefined ? undefined : (uidOf(world, player) ?? '');
  const matching = [...world.deliveries.values()]
    .reverse()
    .filter((delivery) => state === undefined || delivery.state === state)
    .filter((delivery) => uid === undefined || (uid !== '' && delivery.uid === uid));
  const from = cursor === undefined ? 0 : matching.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && from === 0) throw new Refusal('VALIDATION_FAILED', 'invalid Cursor');
  const page = matching.slice(from, from + limit);
  const last = page.at(-1);
  const more = matching.length > from + limit && last !== undefined;
  return {
    Meta: deliveryCounts(world),
    Deliveries: page.map((record) => shownDelivery(world, record)),
    ...(more && { Next: last.id }),
  };
}

export function deliveryCounts({ deliveriesByState }: World): DeliveriesPage['Meta'] {
  return {
    Pending: deliveriesByState.keys('Pending').size,
    Delivering: deliveriesByState.keys('Delivering').size,
  };
}

export function shownDelivery(world: World, record: DeliveryRecord): Delivery {
  const { id, state, route, target, uid, summary, issuer, acceptedAtMs, endedAtMs, attempts, reason } =
    record;
  return {
    Id: id,
    State: state,
    Route: route,
    Target: target,
    PlayerUID: uid,
    PlayerName: uid === '' ? '' : playerOf(world, uid).name,
    Summary: summary,
    Issuer: issuer.name,
    AcceptedAt: new Date(acceptedAtMs).toISOString(),
    ...(endedAtMs !== null && { EndedAt: new Date(endedAtMs).toISOString() }),
    Attempts: attempts,
    Reason: reason,
  };
}

/** Palatine's writes that change a delivery, by route. */
export const DELIVERY_CHANGES = {
  /** Refuses one that is being delivered or has ended. */
  cancelDelivery: (game: GameContext, id: string) =>
    changed(game, id, ['Pending'], (delivery) => ({
      ...delivery,
      state: 'Canceled',
      endedAtMs: game.now(),
    })),

  /** Refuses one that was delivered or canceled, or is being delivered. */
  retryDelivery: (game: GameContext, id: string) =>
    changed(game, id, ['Pending', 'Failed'], (delivery) => ({
      ...delivery,
      state: 'Pending',
      reason: '',
      endedAtMs: null,
    })),
} as const;
function changed(
  { world }: GameContext,
  id: string,
  from: readonly DeliveryRecord['state'][],
  change: (delivery: DeliveryRecord) => DeliveryRecord,
): { Delivery: Delivery } {
  const delivery = world.deliveries.get(parseGuid(id) ?? '');
  if (delivery === undefined) throw new Refusal('DELIVERY_NOT_FOUND', `no delivery has the id ${id}`);
  if (!from.includes(delivery.state)) {
    throw new Refusal('DELIVERY_ENDED', `the delivery ${delivery.id} is ${delivery.state.toLowerCase()}`);
  }
  const after = change(delivery);
  world.deliveries.put(after);
  return { Delivery: shownDelivery(world, after) };
}

/** Maximum ended deliveries that are kept; the oldest are deleted first. */
const MAX_ENDED = 10_000;

/** Performs a step of a delivery. @returns pending deliveries, and batches with an unknown end. */
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
        // Canceled since it was read: it must not reach the save.
        if (delivery?.state !== 'Pending') throw new Error(`delivery ${id} is no longer pending`);
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
    case 'rejected':
      for (const rejected of step.rejected) putRejected(game, rejected);
  }
}

function endBatch(
  { world }: GameContext,
  id: string,
  ended: (delivery: DeliveryRecord) => DeliveryRecord,
): void {
  const batch = world.deliveryBatches.get(id);
  if (batch === undefined) return; // it ended before an interruption
  for (const delivery of world.pick(world.deliveries, batch.deliveries)) {
    if (delivery.batch === id && delivery.state === 'Delivering') world.deliveries.put(ended(delivery));
  }
  world.deliveryBatches.remove(id);
  removeOldest(world);
}

function putRejected({ world, now }: GameContext, { id, reason, permanent }: RejectedDelivery): void {
  const delivery = world.deliveries.get(id);
  if (delivery?.state !== 'Pending') return;
  const attempts = delivery.attempts + 1;
  if (!permanent) {
    world.deliveries.put({ ...delivery, attempts, reason });
    return;
  }
  world.deliveries.put({ ...delivery, attempts, reason, state: 'Failed', endedAtMs: now() });
  const { target, summary, issuer } = delivery;
  world.emit('delivery.failed', now(), { id, target, summary, issuer: issuer.name, reason });
}

const ENDED: readonly DeliveryState[] = ['Delivered', 'Canceled', 'Failed'];

function removeOldest({ deliveries, deliveriesByState }: GameContext['world']): void {
  let over = ENDED.reduce((sum, state) => sum + deliveriesByState.keys(state).size, 0) - MAX_ENDED;
  if (over <= 0) return;
  for (const { id, state } of [...deliveries.values()]) {
    if (over <= 0) return;
    if (!ENDED.includes(state)) continue;
    deliveries.remove(id);
    over -= 1;
  }
}
