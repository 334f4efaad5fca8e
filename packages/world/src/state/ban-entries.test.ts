import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aGameContext } from '../testing/world-builder.ts';
import { banAddress } from './ban-entries.ts';
import { timestampAt } from './timestamp.ts';

const by = { Type: 'rest', NameValue: 'Panel', IP: '', Reason: '', Timestamp: timestampAt(0) };
const ban = (IP: string) => ({ IP, Active: true, BannedBy: by });

test('a rollback puts the entries back in their order', () => {
  const { world } = aGameContext();
  const addresses = ['2001:db8::1', '192.0.2.1', '192.0.2.2'];
  for (const ip of addresses) world.ipBans.restore(ip, ban(ip));
  banAddress(world, '2001:db8::1', by);
  banAddress(world, '192.0.2.3', by);
  assert.deepEqual([...world.ipBans.keys()], ['2001:db8::1', '192.0.2.1', '192.0.2.2', '192.0.2.3']);
  world.rollbackTo(0);
  assert.deepEqual([...world.ipBans.keys()], addresses);
});
