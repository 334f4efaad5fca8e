import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nthRequest } from './requests.ts';
import { shares } from './simulated-worlds.ts';

for (const worlds of [100, 1000, 5000]) {
  test(`each of ${worlds} worlds gets as many requests, and a quarter of all write`, () => {
    const requests = Array.from({ length: worlds * 4 }, (_, index) => nthRequest(index, worlds));
    const perWorld = new Map<number, number>();
    for (const { world } of requests) perWorld.set(world, (perWorld.get(world) ?? 0) + 1);
    assert.equal(perWorld.size, worlds);
    assert.deepEqual(new Set(perWorld.values()), new Set([4]));
    assert.equal(requests.filter(({ writes }) => writes).length, worlds);
  });
}

test('the worlds are shared out whole among the processes', () => {
  assert.deepEqual(shares(7, 2), [
    { first: 1, count: 3 },
    { first: 4, count: 4 },
  ]);
});
