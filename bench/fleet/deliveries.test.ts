import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deliveries, deliveryFigures } from './deliveries.ts';

test('a ban that a world takes over twice is one delivery and one repeat', () => {
  const deliveries = new Deliveries(2);
  deliveries.add(0, 'steam_1', 110);
  deliveries.add(1, 'steam_1', 120);
  deliveries.add(0, 'steam_1', 130);
  assert.equal(deliveries.count, 2);
  const [ban] = deliveries.take();
  assert.deepEqual([ban?.worlds, ban?.repeats, [...(ban?.atMs ?? [])]], [2, 1, [110, 120]]);
});

test('what was taken is not counted again', () => {
  const deliveries = new Deliveries(1);
  deliveries.add(0, 'steam_1', 1);
  deliveries.take();
  assert.equal(deliveries.count, 0);
  assert.deepEqual(deliveries.take(), []);
});

test('the counts of several processes make one figure, from the beginning of each ban', () => {
  const [one, other] = [new Deliveries(1), new Deliveries(1)];
  one.add(0, 'steam_1', 105);
  other.add(0, 'steam_1', 110);
  other.add(0, 'steam_2', 230);
  other.add(0, 'steam_of_before', 999);
  const figures = deliveryFigures([...one.take(), ...other.take()], { steam_1: 100, steam_2: 200 });
  assert.deepEqual(figures, { delivered: 3, repeats: 0, latenciesMs: [5, 10, 30], lastMs: 230 });
});
