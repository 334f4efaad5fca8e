import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram, histogramWindow } from './histogram.ts';

test('a bucket holds values up to its bound, including those of lower buckets', () => {
  const buckets = new Histogram([1, 10]);
  for (const value of [0.5, 1, 2, 10, 11]) buckets.observe(value);
  assert.deepEqual(buckets.samples('x', { of: 'y' }), [
    { metricName: 'x_bucket', labels: { of: 'y', le: 1 }, value: 2 },
    { metricName: 'x_bucket', labels: { of: 'y', le: 10 }, value: 4 },
    { metricName: 'x_bucket', labels: { of: 'y', le: '+Inf' }, value: 5 },
    { metricName: 'x_sum', labels: { of: 'y' }, value: 24.5 },
    { metricName: 'x_count', labels: { of: 'y' }, value: 5 },
  ]);
});

const BOUNDS = [1, 2, 4];

test('a window has only the observations since the last one', () => {
  const histogram = new Histogram(BOUNDS);
  histogram.observe(3);
  const window = histogramWindow(() => [histogram]);
  assert.equal(window(0.95), undefined);
  for (let observed = 0; observed < 100; observed++) histogram.observe(0.5);
  assert.equal(window(0.95), 0.95);
  assert.equal(window(0.95), undefined);
});

test('several histograms count together, and values above the last bound count as the last', () => {
  const [first, second] = [new Histogram(BOUNDS), new Histogram(BOUNDS)];
  const window = histogramWindow(() => [first, second]);
  for (let observed = 0; observed < 9; observed++) first.observe(1.5);
  second.observe(1000);
  assert.equal(window(0.9), 2);
  second.observe(1000);
  assert.equal(window(0.95), 4);
});
