import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Latencies } from './latencies.ts';

test('quantiles are accurate to one percent', () => {
  const latencies = new Latencies();
  for (let ms = 1; ms <= 1000; ms++) latencies.add(ms);
  assert.equal(latencies.total, 1000);
  assert.ok(Math.abs(latencies.quantile(0.5) - 500) <= 5);
  assert.ok(Math.abs(latencies.quantile(0.99) - 990) <= 10);
});

test('without durations the quantiles are NaN', () => {
  const latencies = new Latencies();
  latencies.add(1);
  latencies.clear();
  assert.ok(Number.isNaN(latencies.quantile(0.5)));
});
