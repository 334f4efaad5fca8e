import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepted } from '@palatine/testing/delivery-builder';
import { pluck } from '@palatine/testing/pluck';
import type { DeliveryBatch, GameContext } from '@palatine/world';
import { aGameContextWith, emittedEvents, snapshot } from '@palatine/world/testing';
import { DELIVERY_CHANGES, deliveriesPage, deliveryStep } from './deliveries.ts';

function waiting(count: number): { game: GameContext; ids: string[]; uid: string } {
  const { game, zoe } = aGameContextWith();
  const ids = Array.from({ length: count }, () => {
    const body = { Items: [{ ItemID: 'Wood', Count: 1 }] };
    return accepted(game, 'giveItems', { params: { player_identifier: zoe.uid }, body, target: zoe.uid }).id;
  });
  return { game, ids, uid: zoe.uid };
}

function aBatch(deliveries: readonly string[]): DeliveryBatch {
  return { id: 'batch-1', atMs: 1, folder: 'save', state: 'writing', deliveries, before: {}, after: {} };
}

const statesOf = ({ world }: GameContext) => [...world.deliveries.values()].map(({ state }) => state);

test('a delivery goes from pending to delivering to its event', () => {
  const { game, ids } = waiting(2);
  assert.equal(deliveryStep(game, { step: 'read' }).pending.length, 2);
  deliveryStep(game, { step: 'begin', batch: aBatch(ids) });
  assert.deepEqual(statesOf(game), ['Delivering', 'Delivering']);
  const { batches } = deliveryStep(game, { step: 'written', batch: 'batch-1' });
  assert.deepEqual(pluck(batches, 'state'), ['written']);
  assert.equal(emittedEvents(game.world, 'delivery.delivered').length, 0);
  assert.deepEqual(deliveryStep(game, { step: 'delivered', batch: 'batch-1' }).batches, []);
  assert.deepEqual(statesOf(game), ['Delivered', 'Delivered']);
  assert.deepEqual(pluck(emittedEvents(game.world, 'delivery.delivered'), 'id'), ids);
});

test('a repeated step changes nothing', () => {
  const { game, ids } = waiting(1);
  deliveryStep(game, { step: 'begin', batch: aBatch(ids) });
  deliveryStep(game, { step: 'delivered', batch: 'batch-1' });
  const before = snapshot(game.world);
  deliveryStep(game, { step: 'delivered', batch: 'batch-1' });
  deliveryStep(game, { step: 'reverted', batch: 'batch-1', reason: 'late' });
  deliveryStep(game, { step: 'written', batch: 'batch-1' });
  assert.deepEqual(snapshot(game.world), before);
});

test('a reverted delivery is pending again, with the reason', () => {
  const { game, ids } = waiting(1);
  deliveryStep(game, { step: 'begin', batch: aBatch(ids) });
  deliveryStep(game, { step: 'reverted', batch: 'batch-1', reason: 'the server did not start' });
  const [delivery] = game.world.deliveries.values();
  const expected = ['Pending', 'the server did not start', '', 1];
  assert.deepEqual([delivery?.state, delivery?.reason, delivery?.batch, delivery?.attempts], expected);
});

test('a batch does not begin with a canceled delivery', () => {
  const { game, ids } = waiting(2);
  DELIVERY_CHANGES.cancelDelivery(game, ids[1] ?? '');
  assert.throws(() =>
    game.world.transaction(() => deliveryStep(game, { step: 'begin', batch: aBatch(ids) })),
  );
  assert.deepEqual(statesOf(game), ['Pending', 'Canceled']);
});

test('a rejected delivery stays pending with its reason, and a permanently rejected one fails', () => {
  const { game, ids } = waiting(2);
  const [full = '', gone = ''] = ids;
  deliveryStep(game, {
    step: 'rejected',
    rejected: [
      { id: full, reason: 'Items is full', permanent: false },
      { id: gone, reason: 'the player is gone', permanent: true },
    ],
  });
  assert.deepEqual(statesOf(game), ['Pending', 'Failed']);
  assert.equal(game.world.deliveries.get(full)?.reason, 'Items is full');
  const actual = emittedEvents(game.world, 'delivery.failed').map(({ id, reason }) => [id, reason]);
  assert.deepEqual(actual, [[gone, 'the player is gone']]);
  DELIVERY_CHANGES.retryDelivery(game, gone);
  assert.deepEqual(statesOf(game), ['Pending', 'Pending']);
});

test('a delivery that is being delivered or has ended can be neither canceled nor retried', () => {
  const { game, ids } = waiting(1);
  const [id = ''] = ids;
  deliveryStep(game, { step: 'begin', batch: aBatch(ids) });
  assert.throws(() => DELIVERY_CHANGES.cancelDelivery(game, id), { code: 'DELIVERY_ENDED' });
  deliveryStep(game, { step: 'delivered', batch: 'batch-1' });
  assert.throws(() => DELIVERY_CHANGES.retryDelivery(game, id), { code: 'DELIVERY_ENDED' });
  assert.throws(() => DELIVERY_CHANGES.retryDelivery(game, 'no id'), { code: 'DELIVERY_NOT_FOUND' });
});

test('pages of deliveries show each once, newest first', () => {
  const { game, ids, uid } = waiting(5);
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = deliveriesPage(game.world, { state: 'Pending', player: uid, limit: 2, cursor });
    assert.deepEqual(page.Meta, { Pending: 5, Delivering: 0 });
    listed.push(...page.Deliveries.map(({ Id }) => Id));
    cursor = page.Next;
  } while (cursor !== undefined);
  assert.deepEqual(listed, ids.toReversed());
  const others = { state: undefined, player: 'steam_1', limit: 2, cursor: undefined };
  assert.deepEqual(deliveriesPage(game.world, others).Deliveries, []);
});
