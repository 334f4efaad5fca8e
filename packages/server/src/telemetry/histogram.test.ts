import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsOf, Histogram } from './histogram.ts';

test('a bucket holds what is at most its bound, and those below it too', () => {
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

test('two views of the same memory count together', () => {
  const bounds = [1];
  const cells = new Float64Array(new SharedArrayBuffer(cellsOf(bounds) * 8));
  new Histogram(bounds, cells).observe(3);
  assert.equal(new Histogram(bounds, cells).samples('x').at(-1)?.value, 1);
});
