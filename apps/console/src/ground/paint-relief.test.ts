import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heightField, paintRelief, shading } from './paint-relief.ts';
import { colorTable, heightOf, SHORE, type ThemeName, TOP_CM } from './regions.ts';

const EDGE = 48;

/** A relief of which `valueAt` gives the values. */
function relief(valueAt: (x: number, y: number) => number) {
  const values = new Uint8Array(EDGE * EDGE);
  for (let at = 0; at < values.length; at++) values[at] = valueAt(at % EDGE, Math.floor(at / EDGE));
  return heightField(values, EDGE);
}

function painted(valueAt: (x: number, y: number) => number, theme: ThemeName = 'light', size = EDGE) {
  const whole = { left: 0, top: 0, width: 1, height: 1 };
  const options = { theme, spanCm: 1_400 * EDGE, width: size, height: size };
  const pixels = paintRelief(relief(valueAt), whole, options);
  return {
    pixels,
    at: (x: number, y: number) => [...pixels.subarray((y * size + x) * 4, (y * size + x) * 4 + 3)],
  };
}

/** The value of a height above the sea in cm. */
const valueAtHeight = (heightCm: number) => SHORE + Math.sqrt(heightCm / TOP_CM) * (255 - SHORE);
const brightness = (color: readonly number[]) => color.reduce((sum, channel) => sum + channel, 0);

test('the values of land are heights on a square-root scale, from the sea to 620 m', () => {
  assert.equal(heightOf(0), 0);
  assert.equal(heightOf(SHORE), 0);
  assert.equal(heightOf(255), TOP_CM);
  assert.ok(heightOf(128) < TOP_CM / 8);
});

test('a theme has the colors of its ramp at its heights, and the sea of the page', () => {
  const colorAt = (theme: ThemeName, value: number) => [
    ...colorTable(theme).subarray(value * 3, value * 3 + 3),
  ];
  assert.deepEqual(colorAt('light', 0), [0xc9, 0xdb, 0xe2]);
  assert.deepEqual(colorAt('dark', 0), [0x0f, 0x1d, 0x26]);
  assert.deepEqual(colorAt('light', SHORE), [0xde, 0xe6, 0xce]);
  assert.deepEqual(colorAt('dark', 255), [0xc4, 0xcc, 0xd2]);
});

test('every pixel is painted, also those at the edges', () => {
  const { pixels } = painted((x, y) => (x + y) * 2);
  for (let at = 3; at < pixels.length; at += 4) assert.equal(pixels[at], 255);
  const flat = painted(() => SHORE + 40);
  const corners = [flat.at(0, 0), flat.at(EDGE - 1, 0), flat.at(0, EDGE - 1), flat.at(EDGE - 1, EDGE - 1)];
  for (const corner of corners) assert.deepEqual(corner, flat.at(20, 20));
});

test('flat ground has the color of its height, without a line', () => {
  const table = colorTable('light');
  for (const value of [70, 100, 180]) {
    assert.deepEqual(painted(() => value).at(24, 24), [...table.subarray(value * 3, value * 3 + 3)]);
  }
});

test('what faces the northwest is lighter than what faces the southeast', () => {
  assert.ok(shading(0.2, 0.2) > 0, 'rises to the southeast: faces the northwest');
  assert.ok(shading(-0.2, -0.2) < 0);
  assert.equal(Math.abs(Math.round(shading(0, 0) * 1e9)), 0);
  const ridge = painted((x) => valueAtHeight(6_000 + (24 - Math.abs(x - 24)) * 40));
  assert.ok(brightness(ridge.at(16, 24)) > brightness(ridge.at(32, 24)));
});

test('contours are as wide as a pixel however near one looks', () => {
  const steep = (x: number) => valueAtHeight(2_600 + x * 100);
  for (const size of [EDGE, EDGE * 4]) {
    const { at } = painted(steep, 'light', size);
    const row = Array.from({ length: size }, (_, x) => brightness(at(x, size >> 1)));
    const darker = row.filter((own, x) => {
      const [before = own, after = own] = [row[x - 3], row[x + 3]];
      return x > 3 && x < size - 4 && own < Math.min(before, after) - 12;
    });
    assert.ok(darker.length >= 1 && darker.length <= 4, `${darker.length} of ${size}`);
  }
});

test('a coast line runs between sea and land, and neither of them has one alone', () => {
  const { at } = painted((x) => (x < 24 ? 0 : SHORE + 5));
  const line = [96, 124, 124];
  const isCoast = (color: readonly number[]) =>
    Math.max(...color.map((channel, index) => Math.abs(channel - (line[index] ?? 0)))) < 50;
  const columns = Array.from({ length: EDGE }, (_, x) => x).filter((x) => isCoast(at(x, 24)));
  assert.ok(columns.length >= 1 && columns.length <= 3, columns.join());
  assert.ok(columns.every((x) => Math.abs(x - 24) <= 3));
});
