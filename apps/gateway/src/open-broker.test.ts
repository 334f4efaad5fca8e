import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatewayReadiness } from './open-broker.ts';

const NOW_MS = Date.UTC(2026, 6, 12);
const READ = { caughtUp: true, readAt: NOW_MS - 2000, error: undefined };

test('a gateway that reaches its broker and has read the stream is ready', () => {
  assert.deepEqual(gatewayReadiness({ connected: true }, READ, NOW_MS), { Ready: true, Missing: [] });
});

test('a leader that changes makes no gateway unready, a stream that stays unread does', () => {
  const short = { ...READ, readAt: NOW_MS - 8000, error: 'leadership change' };
  assert.equal(gatewayReadiness({ connected: true }, short, NOW_MS).Ready, true);
  const long = { ...short, readAt: NOW_MS - 60_000 };
  assert.deepEqual(gatewayReadiness({ connected: true }, long, NOW_MS).Missing, [
    'the stream is not being read: leadership change',
  ]);
});

test('without its broker, and before it has read everything once, a gateway is not ready', () => {
  const { Ready, Missing } = gatewayReadiness({ connected: false }, { ...READ, caughtUp: false }, NOW_MS);
  assert.equal(Ready, false);
  assert.deepEqual(Missing, [
    'the broker is not reachable',
    'the stream is still being read for the first time',
  ]);
});
