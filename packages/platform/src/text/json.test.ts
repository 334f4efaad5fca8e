import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fieldsOf, integerWithin, numberIn, textIn } from './json.ts';

test('fields are found by name in any case, and a prototype is not a field', () => {
  const fields = fieldsOf(JSON.parse('{"iP":"192.0.2.10","__proto__":{"level":9},"toString":1}'));
  assert.equal(fields?.get('ip'), '192.0.2.10');
  assert.equal(fields?.get('level'), undefined);
  assert.equal(fields?.get('constructor'), undefined);
  for (const value of [null, 'x', 1, [], undefined]) assert.equal(fieldsOf(value), undefined);
});

test('a number may be printed as a text, and anything else is unknown', () => {
  assert.equal(numberIn('16.82489585876465'), 16.82489585876465);
  assert.equal(numberIn(' 14 '), 14);
  assert.equal(numberIn('-1e3'), -1000);
  for (const value of ['', ' ', '0x10', 'Infinity', '1e999', 'NaN', '1,5', null, true, [3], {}]) {
    assert.equal(numberIn(value), undefined, JSON.stringify(value));
  }
  assert.equal(integerWithin(2.5, 0, 9), undefined);
  assert.equal(integerWithin('3', 0, 9), 3);
  assert.equal(integerWithin(10, 0, 9), undefined);
});

test('a text is cut to its bound, and never in the middle of a character', () => {
  assert.equal(textIn('ab😀', 3), 'ab');
  assert.equal(textIn('ab😀', 4), 'ab😀');
  assert.equal(textIn('\ud83d', 9), '\ufffd');
  assert.equal(textIn(5, 9), undefined);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, max) => {
      const cut = textIn(text, max) ?? assert.fail('a text is a text');
      assert.ok(cut.length <= max && cut.isWellFormed());
    }),
  );
});
