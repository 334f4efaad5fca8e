import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatewayReadiness } from './open-broker.ts';

test('a gateway is ready with a broker, and while it stores what worlds send', () => {
  const stores = { error: undefined };
  assert.deepEqual(gatewayReadiness({ connected: true }, stores), { Ready: true, Missing: [] });
  assert.deepEqual(gatewayReadiness({ connected: true }, { error: 'database or disk is full' }), {
    Ready: false,
    Missing: ['what worlds send is not being stored: database or disk is full'],
  });
  assert.deepEqual(gatewayReadiness({ connected: false }, stores), {
    Ready: false,
    Missing: ['the broker is not reachable'],
  });
});
