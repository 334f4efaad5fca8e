import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { gameServerClient } from './game-server-client.ts';

const secret = 'gate-keeper';

test('a client is not created for an address outside private networks, unless that is allowed', () => {
  const options = { url: 'http://203.0.113.7:8212', password: () => secret, clock: systemClock };
  assert.throws(() => gameServerClient(options), ConfigError);
  gameServerClient({ ...options, allowPublicAddress: true }).close();
});

test('an invalid UserId is refused without a call', async () => {
  const client = gameServerClient({ url: 'http://127.0.0.1:1', password: () => secret, clock: systemClock });
  for (const userId of ['', 'Zoe', 'steam_1 2']) {
    const outcome = await client.kick(userId);
    assert.equal(!outcome.ok && outcome.failure.kind, 'rejected', userId);
  }
});
