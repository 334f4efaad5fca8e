import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advance, RANGES, replayAt, seek, startReplay, step } from './replay.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

test('a replay goes through its range at its speed, and stops at its end', () => {
  const start = { ...startReplay('hour', NOW), speed: 60 };
  assert.equal(start.atMs, NOW - RANGES.hour);
  assert.equal(advance(start, 1000).atMs, start.atMs + 60_000);
  const end = advance(start, 120_000);
  assert.deepEqual([end.atMs, end.playing], [NOW, false]);
  assert.equal(advance(end, 1000), end);
});

test('a moment of a link is found in the shortest range that holds it', () => {
  assert.equal(replayAt(NOW - 60_000, NOW)?.range, 'hour');
  assert.equal(replayAt(NOW - 2 * RANGES.hour, NOW)?.range, 'day');
  assert.equal(replayAt(NOW - 2 * RANGES.day, NOW)?.range, 'week');
  assert.equal(replayAt(NOW - 2 * RANGES.week, NOW), undefined);
  assert.equal(replayAt(NOW + 1, NOW), undefined);
  assert.equal(replayAt(NOW - 60_000, NOW)?.playing, false);
});

test('slider and keys stay within the range', () => {
  const start = startReplay('day', NOW);
  assert.equal(seek(start, 0).atMs, start.fromMs);
  assert.equal(step(start, -5).atMs, start.fromMs);
  assert.equal(step(start, 2).atMs, start.fromMs + RANGES.day / 30);
  assert.equal(step(start, 999).atMs, NOW);
});
