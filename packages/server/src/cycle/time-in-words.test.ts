import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeInWords } from './countdown.ts';

test('a span of time reads as players say it', () => {
  const spans = [0, 1, 10, 30, 59.9, 60, 90, 121, 180, 900, 3600, 5400, 7322, -5];
  assert.deepEqual(spans.map(timeInWords), [
    '0 seconds',
    '1 second',
    '10 seconds',
    '30 seconds',
    '59 seconds',
    '1 minute',
    '1 minute 30 seconds',
    '2 minutes 1 second',
    '3 minutes',
    '15 minutes',
    '1 hour',
    '1 hour 30 minutes',
    '2 hours 2 minutes 2 seconds',
    '0 seconds',
  ]);
});
