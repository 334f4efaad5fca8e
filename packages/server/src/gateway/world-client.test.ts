import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aWorldKey } from '../testing/fleet-messages.ts';
import { AdmissionQueue } from './world-client.ts';

/** Admissions that end when they are told to. */
function openAdmissions() {
  const under: { world: string; instance: string; end: () => void }[] = [];
  const admitted: string[] = [];
  let most = 0;
  const queue = new AdmissionQueue((world, instance) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    under.push({ world, instance, end: resolve });
    most = Math.max(most, under.length);
    return promise.then(() => void admitted.push(`${world} ${instance}`));
  });
  async function endAll(): Promise<void> {
    while (under.length > 0) {
      under.shift()?.end();
      await new Promise(setImmediate);
    }
  }
  return { queue, under, admitted, endAll, most: () => most };
}

test('a thousand worlds that come at once are admitted, and never more than 16 at a time', async () => {
  const { queue, admitted, endAll, most } = openAdmissions();
  for (let world = 1; world <= 1000; world++) queue.add(aWorldKey(world), 'one');
  await endAll();
  assert.equal(new Set(admitted).size, 1000);
  assert.equal(most(), 16);
});

test('a world that says several times that it is there waits once, with its newest instance', async () => {
  const { queue, under, admitted, endAll } = openAdmissions();
  for (let world = 1; world <= 16; world++) queue.add(aWorldKey(world), 'one');
  assert.equal(under.length, 16);
  queue.add(aWorldKey(17), 'one');
  queue.add(aWorldKey(17), 'two');
  await endAll();
  const ofLast = admitted.filter((entry) => entry.startsWith(aWorldKey(17)));
  assert.deepEqual(ofLast, [`${aWorldKey(17)} two`]);
});

test('a world that comes after the queue was empty is admitted', async () => {
  const { queue, admitted, endAll } = openAdmissions();
  queue.add(aWorldKey(1), 'one');
  await endAll();
  queue.add(aWorldKey(2), 'one');
  await endAll();
  assert.deepEqual(admitted, [`${aWorldKey(1)} one`, `${aWorldKey(2)} one`]);
});

test('nobody is admitted after the queue was cleared', async () => {
  const { queue, admitted, endAll } = openAdmissions();
  for (let world = 1; world <= 20; world++) queue.add(aWorldKey(world), 'one');
  queue.clear();
  await endAll();
  assert.equal(admitted.length, 16);
});
