import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenUse } from './authorize.ts';

const DAY_MS = 24 * 3_600_000;

test('requests are counted from midnight UTC on, and the last one stays known', () => {
  let nowMs = DAY_MS * 100 + 5;
  const use = tokenUse(() => nowMs);
  for (let sent = 0; sent < 3; sent++) use.count({ id: 'a' });
  assert.deepEqual(use.of('a'), { lastMs: nowMs, requestsToday: 3 });
  assert.equal(use.of('b'), undefined);
  const lastMs = nowMs;
  nowMs += DAY_MS;
  assert.deepEqual(use.of('a'), { lastMs, requestsToday: 0 });
  use.count({ id: 'a' });
  assert.deepEqual(use.of('a'), { lastMs: nowMs, requestsToday: 1 });
});

test('no more tokens are remembered than there may be', () => {
  const use = tokenUse(() => 0);
  for (let id = 0; id <= 10_000; id++) use.count({ id: String(id) });
  assert.equal(use.of('0'), undefined);
  assert.notEqual(use.of('1'), undefined);
});
