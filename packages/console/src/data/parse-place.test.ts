import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromMapUnits } from './coordinates.ts';
import { formatPlace } from './format.ts';
import { parsePlace } from './parse-place.ts';

test('a place can be typed in map units or in world cm', () => {
  assert.deepEqual(parsePlace('12, -431'), fromMapUnits({ x: 12, y: -431 }));
  assert.deepEqual(parsePlace(' 12 \u2212431 '), fromMapUnits({ x: 12, y: -431 }));
  assert.deepEqual(parsePlace('-321655 214183'), { X: -321_655, Y: 214_183 });
  assert.deepEqual(parsePlace('\u2212321 655, 214\u202f183, 20'), { X: -321_655, Y: 214_183 });
});

test('what is shown of a place can be typed in again', () => {
  for (const X of [-1_099_400, -123_888, 0, 349_400]) {
    const place = { X, Y: X / 2 };
    assert.equal(formatPlace(parsePlace(formatPlace(place)) ?? { X: 0, Y: 0 }), formatPlace(place));
  }
});

test('what is no pair of numbers is no place', () => {
  for (const text of ['', '12', 'Zoe', '12, north', '1 2 3 4', 'Infinity 3', '1,2,x']) {
    assert.equal(parsePlace(text), undefined, text);
  }
});
