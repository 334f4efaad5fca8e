import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fieldsOf, integerWithin, numberIn, parseJson, textIn } from './json.ts';

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

test('a file is read as JSON is, byte order mark or not', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5, stringUnit: 'binary' }), fc.nat(4), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      assert.deepEqual(parseJson(text), JSON.parse(text));
      assert.deepEqual(parseJson(`\uFEFF${text}`), JSON.parse(text));
    }),
  );
  const odd = '[{"a":"\\"a\\":","b":{"a":1}},{"a":"{\\\\","toString":1,"__proto__":{"a":2}}]';
  assert.deepEqual(parseJson(odd), JSON.parse(odd));
  assert.throws(() => parseJson('{"a":"b'), /JSON/);
});

const KEY_TWICE: [text: string, message: string][] = [
  ['{"a":1,"a":1}', 'has the key "a" twice: line 1, column 8'],
  ['[{"a":1,\n  "b":[{"a":2}],\n  "a" \t: 3}]', 'has the key "a" twice: line 3, column 3'],
  ['\uFEFF{"a":"x","\\u0061":"y"}', 'has the key "a" twice: line 1, column 10'],
  ['{"a\\"b":{},"a\\"b":{}}', 'has the key "a\\"b" twice: line 1, column 12'],
  ['{"__proto__":{},"__proto__":{}}', 'has the key "__proto__" twice: line 1, column 17'],
  ['{"":0,"":0}', 'has the key "" twice: line 1, column 7'],
];

test('a file with a key twice is refused, with the key and its place', () => {
  for (const [text, message] of KEY_TWICE) {
    assert.throws(() => parseJson(text), { message }, text);
  }
});
