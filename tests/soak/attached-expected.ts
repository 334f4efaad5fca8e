import type { Delivery } from '@palatine/contract';
import type { Audit, PlayerTruth } from '../game-server/control/commands.ts';
import { allDeliveries, type Goods, type Order } from './attached-shop.ts';
import type { AttachedTarget } from './attached-target.ts';

/** What the orders say, what the service lists, and what the server holds, of one moment between two maintenances. */
export interface Expected {
  readonly orders: ReadonlyMap<string, Order>;
  readonly deliveries: ReadonlyMap<string, Delivery>;
  readonly audit: Audit;
}

/** Reads it. Undefined while the server is down, or when a maintenance came between. */
export async function readExpected(
  target: AttachedTarget,
  orders: ReadonlyMap<string, Order>,
): Promise<Expected | undefined> {
  const known = new Map(orders); // what is ordered from here on may not be listed
  const before = await maintenances(target);
  if (before === undefined) return undefined;
  const deliveries = new Map((await allDeliveries(target)).map((delivery) => [delivery.Id, delivery]));
  const audit = await target.gameServer.control('audit').catch(() => undefined); // it is down
  if (audit === undefined || (await maintenances(target)) !== before) return undefined;
  return { orders: known, deliveries, audit };
}

/** Which maintenance was the last; undefined while one is running. */
async function maintenances(target: AttachedTarget): Promise<string | undefined> {
  const { reply } = await target.call('observer', (api) => api.getServer());
  return reply.Maintenance.Running === undefined ? (reply.Maintenance.Last?.Id ?? 'none') : undefined;
}

/**
 * What is lost or doubled, a sentence each. `first`: the server before anything was ordered. `atEnd`: nothing may wait any
 * more, and no delivery may be listed that nobody ordered.
 */
export function expectedErrors(expected: Expected, first: Audit, atEnd: boolean): string[] {
  const { orders, deliveries } = expected;
  const errors: string[] = [];
  for (const { delivery, cancelAsked } of orders.values()) {
    const state = deliveries.get(delivery)?.State;
    if (state === undefined) errors.push(`delivery ${delivery} was accepted and is not listed`);
    if (state === 'Failed') errors.push(`delivery ${delivery} failed: ${deliveries.get(delivery)?.Reason}`);
    if (state === 'Canceled' && !cancelAsked) errors.push(`delivery ${delivery} was canceled by nobody`);
    if (atEnd && (state === 'Pending' || state === 'Delivering')) {
      errors.push(`delivery ${delivery} is ${state} at the end: ${deliveries.get(delivery)?.Reason}`);
    }
  }
  if (atEnd) {
    for (const id of deliveries.keys()) {
      if (!orders.has(id)) errors.push(`delivery ${id} is listed and nobody has ordered it`);
    }
  }
  for (const [playerId, truth] of Object.entries(expected.audit.players)) {
    errors.push(...playerErrors(expected, truth, first.players[playerId]));
  }
  return errors;
}

/** Compares what a player has been given with what was delivered to them. */
function playerErrors(
  { orders, deliveries }: Expected,
  truth: PlayerTruth,
  first: PlayerTruth | undefined,
): string[] {
  const ofPlayer = [...orders.values()].filter(
    ({ playerUid }) => playerUid.replaceAll('-', '') === truth.playerId,
  );
  const goods = new Map<string, { goods: Goods; least: number; most: number }>();
  for (const order of ofPlayer) {
    const key = `${order.goods.kind} ${order.goods.id}`;
    const sum = goods.get(key) ?? { goods: order.goods, least: 0, most: 0 };
    const state = deliveries.get(order.delivery)?.State;
    // One that is being delivered is in the save, and in the server once it has started.
    if (state === 'Delivered') sum.least += order.goods.count;
    if (state === 'Delivered' || state === 'Delivering') sum.most += order.goods.count;
    goods.set(key, sum);
  }
  return [...goods.values()].flatMap(({ goods: { kind, id }, least, most }) => {
    const has = countOf(truth, kind, id) - (first === undefined ? 0 : countOf(first, kind, id));
    if (has >= least && has <= most) return [];
    return [`${truth.name} (${truth.playerId}) has ${has} ${id} by deliveries of ${least} to ${most}`];
  });
}

function countOf({ items, pals, technologies }: PlayerTruth, kind: Goods['kind'], id: string): number {
  if (kind === 'items') return items[id] ?? 0;
  return (kind === 'pals' ? pals : technologies).filter((one) => one === id).length;
}
