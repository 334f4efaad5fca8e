import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { differingKeys, isSameValue } from './same-value.ts';

test('values are the same when their JSON is, in any order of their keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      assert.ok(isSameValue(one, JSON.parse(JSON.stringify(one))));
      assert.equal(isSameValue(one, other), isSameValue(other, one));
      assert.equal(isSameValue({ a: one, b: other }, { b: other, a: one, c: undefined }), true);
      assert.equal(isSameValue([one], [one, other]), false);
      assert.equal(isSameValue({ a: one }, { b: one }), false);
    }),
  );
});

test('a key that objects inherit is a key like any other', () => {
  for (const key of ['__proto__', 'constructor', 'toString']) {
    for (const value of [{}, 3, null]) {
      const object = Object.fromEntries([[key, value]]);
      assert.ok(isSameValue(object, Object.fromEntries([[key, value]])));
      assert.equal(isSameValue(object, {}), false, key);
      assert.equal(isSameValue({}, object), false, key);
    }
  }
});

test('NaN is itself, -0 is 0, and null is no object', () => {
  assert.ok(isSameValue(Number.NaN, Number.NaN));
  assert.ok(isSameValue(-0, 0));
  assert.equal(isSameValue(null, {}), false);
  assert.equal(isSameValue([], {}), false);
  assert.equal(isSameValue(undefined, null), false);
});

test('the keys that differ are named once, missing ones included', () => {
  const one: Record<string, unknown> = { a: 1, b: [1], c: 3 };
  assert.deepEqual(differingKeys(one, { a: 1, b: [2], d: 4 }), ['b', 'c', 'd']);
});
