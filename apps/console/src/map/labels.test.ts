import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_LABELS, placeLabels, touches } from './labels.ts';

const label = (text: string, across: number, down: number) => ({ text, across, down, width: 60, gap: 10 });

test('no two labels touch, however close their marks are', () => {
  const labels = Array.from({ length: 900 }, (_, at) => label(`n${at}`, (at * 37) % 1100, (at * 53) % 800));
  const placed = placeLabels(labels);
  assert.ok(placed.length > 100);
  for (const [at, label] of placed.entries()) {
    for (const next of placed.slice(at + 1)) assert.ok(!touches(label, next));
  }
});

test('there are never more than the map can bear', () => {
  const labels = Array.from({ length: 400 }, (_, at) =>
    label('x', (at % 20) * 100, Math.floor(at / 20) * 50),
  );
  assert.equal(placeLabels(labels).length, MAX_LABELS);
});

test('the first one gets the best place, the next ones go around their mark, the fifth goes without', () => {
  const placed = placeLabels(['a', 'b', 'c', 'd', 'e'].map((text) => label(text, 100, 100)));
  const actual = placed.map(({ text, left, top }) => [text, left, top + 8]);
  assert.deepEqual(actual, [
    ['a', 110, 100],
    ['b', 30, 100],
    ['c', 70, 82],
    ['d', 70, 118],
  ]);
});

test('a label covers no mark', () => {
  const mark = { left: 112, right: 130, top: 92, bottom: 108 };
  assert.equal(placeLabels([label('a', 100, 100)], [mark])[0]?.left, 30);
});
