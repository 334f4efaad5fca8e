import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { loadCatalogue } from './catalogue.ts';
import { clampPlayerExp, palExpAt, palLevel, playerExpAt, playerLevel } from './pal-growth.ts';

const catalogue = loadCatalogue();
const level = fc.integer({ min: 1, max: 80 });
const exp = fc.integer({ min: 0, max: 2 ** 31 - 1 });

test('a level begins exactly at its total', () => {
  assert.equal(playerLevel(catalogue, 0), 1);
  assert.equal(playerLevel(catalogue, 49), 1);
  assert.equal(playerLevel(catalogue, 50), 2);
  assert.equal(palLevel(catalogue, 24), 1);
  assert.equal(palLevel(catalogue, 25), 2);
});

test('EXP and level stop at the cap', () => {
  assert.equal(playerLevel(catalogue, 45_859_908), 80);
  assert.equal(playerLevel(catalogue, 2 ** 31), 80);
  assert.equal(clampPlayerExp(catalogue, 2 ** 31), 45_859_908);
  assert.equal(clampPlayerExp(catalogue, 1234), 1234);
  assert.equal(palExpAt(catalogue, 99), 144_829_235);
  assert.equal(playerExpAt(catalogue, 99), 45_859_908);
  assert.equal(playerExpAt(catalogue, 0), 0);
});

test('the total of a level is the minimum EXP of that level', () => {
  fc.assert(
    fc.property(level, (expected) => {
      assert.equal(playerLevel(catalogue, playerExpAt(catalogue, expected)), expected);
      assert.equal(palLevel(catalogue, palExpAt(catalogue, expected)), expected);
      if (expected === 1) return;
      assert.equal(playerLevel(catalogue, playerExpAt(catalogue, expected) - 1), expected - 1);
      assert.equal(palLevel(catalogue, palExpAt(catalogue, expected) - 1), expected - 1);
    }),
  );
});

test('more EXP is never a lower level', () => {
  fc.assert(
    fc.property(exp, exp, (a, b) => {
      const [less, more] = a < b ? [a, b] : [b, a];
      assert.ok(playerLevel(catalogue, less) <= playerLevel(catalogue, more));
      assert.ok(palLevel(catalogue, less) <= palLevel(catalogue, more));
    }),
  );
});
