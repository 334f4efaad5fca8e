import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram } from './histogram.ts';

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
