import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aGameContext } from '../testing/world-builder.ts';
import { banAddress } from './ban-entries.ts';
import { timestampAt } from './timestamp.ts';
import { BAN_TABLE_NAMES } from './world.ts';

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

test('the pending changes of the bans, replayed, give the same entries in the same order', () => {
  const { world } = aGameContext();
  for (const ip of ['2001:db8::1', '192.0.2.1']) world.ipBans.restore(ip, ban(ip));
  const replayed = new Map([...world.ipBans.entries()]);
  banAddress(world, '2001:db8::1', by);
  const savepoint = world.savepoint();
  banAddress(world, '192.0.2.9', by);
  world.rollbackTo(savepoint);
  banAddress(world, '192.0.2.1', by);
  for (const { table, key, entry } of world.pendingBanChanges()) {
    assert.equal(table, BAN_TABLE_NAMES[1]);
    if (entry === undefined) replayed.delete(key);
    else replayed.set(key, entry as ReturnType<typeof ban>);
  }
  assert.deepEqual([...replayed], [...world.ipBans.entries()]);
});
