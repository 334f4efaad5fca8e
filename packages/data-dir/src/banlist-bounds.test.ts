import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Issuer } from '@palatine/contract';
import { aBanlist, anIssuer } from '@palatine/testing/banlist-builder';
import { banAddress, banUser, unbanUser } from '@palatine/world/bans';
import { World } from '@palatine/world/world';
import { BANLIST_BOUNDS, banlistOf, evictLiftedBans, formatBanlist, parseEntries } from './banlist-file.ts';

const HEAD = aBanlist();

function by(UTC: number, Reason = ''): Issuer {
  return anIssuer({ Reason, Timestamp: { ...anIssuer().Timestamp, UTC } });
}

function aList() {
  const world = new World({ name: '', origin: 'demo', createdAtMs: 0, seed: 0 });
  return { world, list: () => banlistOf(world, HEAD) };
}

function aFullList() {
  const full = aList();
  for (let at = 0; at < BANLIST_BOUNDS.users; at++) banUser(full.world, `steam_${at}`, by(1000));
  return full;
}

test('a full list evicts the user whose ban was lifted first', () => {
  const { world } = aFullList();
  unbanUser(world, 'steam_7', by(3000));
  unbanUser(world, 'steam_5', by(2000));
  banUser(world, 'steam_new', by(4000));
  assert.equal(evictLiftedBans(world, HEAD), undefined);
  assert.equal(world.userBans.size, BANLIST_BOUNDS.users);
  assert.deepEqual([world.userBans.has('steam_5'), world.userBans.has('steam_7')], [false, true]);
});

test('without lifted bans nothing is evicted', () => {
  const { world } = aFullList();
  banAddress(world, '192.0.2.1', by(1));
  banUser(world, 'steam_new', by(4000));
  assert.match(evictLiftedBans(world, HEAD) ?? '', /full \(10000 users\).*lift a ban, or remove entries/);
  assert.equal(world.userBans.size, BANLIST_BOUNDS.users + 1);
});

test('the size of the file is limited too: the oldest lifted bans of users and addresses are evicted', () => {
  const { world } = aList();
  const reason = 'x'.repeat(BANLIST_BOUNDS.fileBytes / 4);
  for (const at of [1, 2, 3]) banUser(world, `steam_${at}`, by(at, reason));
  unbanUser(world, 'steam_2', by(10));
  assert.equal(evictLiftedBans(world, HEAD), undefined);
  banUser(world, 'steam_4', by(11, reason));
  assert.equal(evictLiftedBans(world, HEAD), undefined);
  assert.deepEqual([...world.userBans.keys()], ['steam_1', 'steam_3', 'steam_4']);
  banUser(world, 'steam_5', by(12, reason));
  assert.match(evictLiftedBans(world, HEAD) ?? '', /full \(8388608 bytes\)/);
});

test('a ban can be lifted at any size, if necessary by evicting its own entry', () => {
  const { world, list } = aList();
  banUser(world, 'steam_1', by(1));
  banUser(world, 'steam_2', by(2));
  const room = BANLIST_BOUNDS.fileBytes - formatBanlist(list()).length;
  banUser(world, 'steam_2', by(2, 'x'.repeat(room)));
  assert.equal(formatBanlist(list()).length, BANLIST_BOUNDS.fileBytes);
  unbanUser(world, 'steam_1', by(3));
  assert.equal(evictLiftedBans(world, HEAD), undefined);
  assert.deepEqual([...world.userBans.keys()], ['steam_2']);
});

test('a list at its limit is valid, and one beyond it is not', () => {
  const { world, list } = aFullList();
  const check = () => parseEntries(JSON.stringify(list()));
  check();
  banUser(world, 'steam_new', by(1000));
  assert.throws(check, { message: 'Banlist.json: it holds 10001 users, at most 10000' });
  world.userBans.remove('steam_new');
  banUser(world, 'steam_1', by(1000, 'x'.repeat(BANLIST_BOUNDS.fileBytes - formatBanlist(list()).length)));
  check();
  banUser(world, 'steam_2', by(1000, 'x'));
  assert.throws(check, { message: 'Banlist.json: it is larger than 8388608 bytes' });
});
