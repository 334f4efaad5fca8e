import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram } from './histogram.ts';
import { HistogramWindow } from './histogram-window.ts';

const BOUNDS = [1, 2, 4];

test('a window has only what was observed since the last look', () => {
  const histogram = new Histogram(BOUNDS);
  histogram.observe(3);
  const window = new HistogramWindow(() => [histogram]);
  assert.equal(window.take(0.95), undefined);
  for (let observed = 0; observed < 100; observed++) histogram.observe(0.5);
  assert.equal(window.take(0.95), 0.95);
  assert.equal(window.take(0.95), undefined);
});

test('several histograms count together, and values above the last bound count as that', () => {
  const [one, other] = [new Histogram(BOUNDS), new Histogram(BOUNDS)];
  const window = new HistogramWindow(() => [one, other]);
  for (let observed = 0; observed < 9; observed++) one.observe(1.5);
  other.observe(1000);
  assert.equal(window.take(0.9), 2);
  other.observe(1000);
  assert.equal(window.take(0.95), 4);
});
