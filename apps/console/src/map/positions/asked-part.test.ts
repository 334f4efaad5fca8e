import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxText, partToAsk } from './asked-part.ts';

const view = { minX: 0, maxX: 100, minY: 0, maxY: 200 };
const part = { minX: -50, maxX: 150, minY: -100, maxY: 300 };

test('a view is asked for with half its size around it', () => {
  assert.deepEqual(partToAsk(view, undefined), part);
  assert.equal(boxText(part), '-50,-100,150,300');
});

test('a short way asks for nothing else, a long one does', () => {
  assert.equal(partToAsk({ minX: 40, maxX: 140, minY: 90, maxY: 290 }, part), part);
  assert.notEqual(partToAsk({ minX: 60, maxX: 160, minY: 90, maxY: 290 }, part), part);
});

test('one who looks much closer asks for less', () => {
  assert.equal(partToAsk({ minX: 0, maxX: 50, minY: 0, maxY: 100 }, part), part);
  assert.notEqual(partToAsk({ minX: 0, maxX: 20, minY: 0, maxY: 40 }, part), part);
});

test('who wants everything gets it', () => assert.equal(partToAsk('everywhere', part), 'everywhere'));
