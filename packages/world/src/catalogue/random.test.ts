import assert from 'node:assert/strict';
import test from 'node:test';
import { parseGuid, ZERO_GUID } from '@palatine/contract';
import fc from 'fast-check';
import { between, chance, pick, seededIds, seededRandom, shuffle } from './random.ts';

const seeds = fc.oneof(fc.integer(), fc.string());

test('the same seed gives the same numbers, another seed others', () => {
  fc.assert(
    fc.property(seeds, seeds, (seed, secondSeed) => {
      const [first, again, second] = [seed, seed, secondSeed].map((start) => {
        const random = seededRandom(start);
        return Array.from({ length: 20 }, () => random());
      });
      assert.deepEqual(first, again);
      if (String(seed) !== String(secondSeed)) assert.notDeepEqual(first, second);
    }),
  );
});

test('chance is between 0 and 1 and is spread evenly', () => {
  const random = seededRandom('even');
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let roll = 0; roll < 100_000; roll++) {
    const value = random();
    assert.ok(value >= 0 && value < 1);
    const tenth = Math.floor(value * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) assert.ok(Math.abs(count - 10_000) < 500, `${count} of 100,000 in a tenth`);
});

test('a whole number is between its ends, and reaches both', () => {
  const random = seededRandom(1);
  const rolled = new Set(Array.from({ length: 200 }, () => between(random, -1, 2)));
  const sorted = [...rolled].toSorted((left, right) => left - right);
  assert.deepEqual(sorted, [-1, 0, 1, 2]);
});

test('a shuffled list holds what it held, and the list itself stays', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), seeds, (list, seed) => {
      const before = [...list];
      assert.deepEqual(shuffle(seededRandom(seed), list).toSorted(), before.toSorted());
      assert.deepEqual(list, before);
    }),
  );
});

test('nothing can be picked from an empty list', () => {
  assert.equal(pick(seededRandom(1), ['only']), 'only');
  assert.throws(() => pick(seededRandom(1), []), /nothing to pick/);
  assert.equal(chance(seededRandom(1), 0), false);
  assert.equal(chance(seededRandom(1), 1), true);
});

test('new ids are GUIDs as they are printed, all different and none zero', () => {
  const newId = seededIds(seededRandom('ids'));
  const ids = Array.from({ length: 1_000 }, newId);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.equal(parseGuid(id), id);
  const zeros = [0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5];
  assert.notEqual(seededIds(() => zeros.shift() ?? 0.25)(), ZERO_GUID);
});
