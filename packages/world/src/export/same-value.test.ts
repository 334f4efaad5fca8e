import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { differingKeys, isSameValue } from './same-in-save.ts';

test('values are the same when their JSON is, in any order of their keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      assert.ok(isSameValue(left, JSON.parse(JSON.stringify(left))));
      assert.equal(isSameValue(left, right), isSameValue(right, left));
      assert.equal(isSameValue({ a: left, b: right }, { b: right, a: left, c: undefined }), true);
      assert.equal(isSameValue([left], [left, right]), false);
      assert.equal(isSameValue({ a: left }, { b: left }), false);
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
  const record: Record<string, unknown> = { a: 1, b: [1], c: 3 };
  assert.deepEqual(differingKeys(record, { a: 1, b: [2], d: 4 }), ['b', 'c', 'd']);
});
