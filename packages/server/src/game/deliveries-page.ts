import { type DeliveriesPage, type Delivery, Refusal } from '@palatine/contract';
import { type DeliveryRecord, playerOf, uidOf, type World } from '@palatine/world';
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
