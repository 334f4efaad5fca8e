import { type DeliveriesPage, type Delivery, parseGuid, Refusal } from '@palatine/contract';
import { type DeliveryRecord, type GameContext, playerOf, uidOf, type World } from '@palatine/world';
import type { DeliveryFilters } from './calls.ts';

/** A page of the deliveries, newest first. Throws VALIDATION_FAILED for a cursor that no page has given. */
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
  if (cursor !== undefined && from === 0)
    throw new Refusal('VALIDATION_FAILED', 'Cursor: no page has given this one');
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

/** A delivery as the routes answer it. */
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
