import { type Delivery, parseGuid, Refusal } from '@palatine/contract';
import type { DeliveryRecord, GameContext } from '@palatine/world';
import { shownDelivery } from './deliveries-page.ts';

/** The writes of our own that change a delivery, by the name of their route. */
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
export type DeliveryChange = keyof typeof DELIVERY_CHANGES;

export function isDeliveryChange(name: string): name is DeliveryChange {
  return Object.hasOwn(DELIVERY_CHANGES, name);
}

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
