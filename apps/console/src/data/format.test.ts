import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chooseLanguage } from '../texts/texts.ts';
import {
  formatAge,
  formatBytes,
  formatDuration,
  formatList,
  formatNumber,
  formatPlace,
  formatWorldPlace,
} from './format.ts';

const MINUTE = 60_000;

after(() => chooseLanguage('en'));

test('a duration shows its two largest units, and leaves out those that are 0', () => {
  assert.equal(formatDuration(200 * MINUTE), '3 h 20 min');
  assert.equal(formatDuration(48 * 60 * MINUTE + 5 * MINUTE), '2 d');
  assert.equal(formatDuration(59_900), '59 s');
  assert.equal(formatDuration(0), '0 s');
});

test('an age counts whole units, and a clock that is behind says now', () => {
  assert.equal(formatAge(0, 4_000), '4 s ago');
  assert.equal(formatAge(0, 119_000), '1 min ago');
  assert.equal(formatAge(5_000, 0), 'now');
});

test('numbers, lists and ages follow the chosen language', async () => {
  assert.equal(formatNumber(650507), '650,507');
  assert.equal(formatList(['Zoe', 'Mo', 'Ana']), 'Zoe, Mo, and Ana');
  await chooseLanguage('zh-CN');
  assert.equal(formatList(['Zoe', 'Mo', 'Ana']), 'Zoe、Mo和Ana');
  assert.equal(formatAge(0, 4_000), '4 秒前');
  await chooseLanguage('en');
});

test('bytes are in the largest unit that they fill', () =>
  assert.deepEqual([0, 1023, 1024, 3_776_000].map(formatBytes), ['0 B', '1,023 B', '1 KiB', '3.6 MiB']));

test('coordinates have no separators and no negative zero, so that they can be typed in again', () => {
  assert.equal(formatPlace({ X: -123_889, Y: 158_000 }), '0, 0');
  assert.equal(formatWorldPlace({ X: -358_501.4, Y: -0.2, Z: 2310 }), '-358501, 0, 2310');
});
