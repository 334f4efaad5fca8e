import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromMapUnits, parsePlace, toMapUnits } from './map-units.ts';

test('world and map coordinates turn into each other, all over both maps', () => {
  for (let x = -1_099_400; x <= 689_148; x += 61_723) {
    for (let y = -818_197; y <= 724_400; y += 57_119) {
      const back = fromMapUnits(toMapUnits({ x, y }));
      assert.ok(Math.abs(back.x - x) < 1e-6 && Math.abs(back.y - y) < 1e-6, `${x}, ${y}`);
    }
  }
});

test('the map begins where the game has it, with swapped axes', () => {
  assert.deepEqual(toMapUnits({ x: -123_888, y: 158_000 }), { mapX: 0, mapY: 0 });
  assert.deepEqual(toMapUnits({ x: -123_888 + 459, y: 158_000 - 918 }), { mapX: -2, mapY: 1 });
});

test('a place can be typed in map units or in world cm', () => {
  assert.deepEqual(parsePlace('12, -431'), fromMapUnits({ mapX: 12, mapY: -431 }));
  assert.deepEqual(parsePlace(' 12 \u2212431 '), fromMapUnits({ mapX: 12, mapY: -431 }));
  assert.deepEqual(parsePlace('-321655 214183'), { x: -321_655, y: 214_183 });
  assert.deepEqual(parsePlace('\u2212321 655, 214 183, 20'), { x: -321_655, y: 214_183 });
});

test('what is no pair of numbers is no place', () => {
  for (const text of ['', '12', 'Zoe', '12, north', '1 2 3 4', 'Infinity 3', '1,2,x']) {
    assert.equal(parsePlace(text), undefined, text);
  }
});
