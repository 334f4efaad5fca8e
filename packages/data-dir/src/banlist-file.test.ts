import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Issuer } from '@palatine/contract';
import { aBan, aBanlist, anIssuer } from '@palatine/testing/banlist-builder';
import { banAddress, banUser, unbanUser } from '@palatine/world/bans';
import { World } from '@palatine/world/world';
import fc from 'fast-check';
import {
  BANLIST_BOUNDS,
  banlistOf,
  bytesOfBanlist,
  evictLiftedBans,
  formatBanlist,
  parseEntries,
} from './banlist-file.ts';

const entry = aBan({});
const text = (UserEntries: readonly object[], IPEntries: readonly object[] = []) =>
  JSON.stringify({ Version: 1, BannedMessage: 'bye', UserEntries, IPEntries });

test('a hand-written id is read in its canonical spelling', () => {
  const user = (UserId: string) => parseEntries(text([{ ...entry, UserId }])).banlist.UserEntries[0]?.UserId;
  for (const id of [' steam_76561198000000001\t', '76561198000000001', 'STEAM_76561198000000001']) {
    assert.equal(user(id), 'steam_76561198000000001', id);
  }
  const address = (IP: string) => parseEntries(text([], [{ ...entry, IP }])).banlist.IPEntries[0]?.IP;
  assert.equal(address(' ::ffff:203.0.113.9 '), '203.0.113.9');
  assert.equal(address('2001:DB8:0:0::1'), '2001:db8::1');
  assert.equal(address('203.0.113.77/24'), '203.0.113.0/24');
  assert.equal(address('203.0.113.*'), '203.0.113.0/24');
});

test('of two entries for a user or an address, in any spelling, the active one wins', () => {
  const lifted = { ...entry, Active: false, BannedBy: anIssuer({ Reason: 'the other' }) };
  for (const first of [entry, lifted]) {
    const second = first === entry ? lifted : entry;
    const users = [{ ...first, UserId: 'steam_1' }].concat({ ...second, UserId: ' Steam_1' });
    const addresses = [{ ...first, IP: '2001:db8::1' }].concat({ ...second, IP: '2001:DB8:0::1' });
    const { UserEntries, IPEntries } = parseEntries(text(users, addresses)).banlist;
    assert.deepEqual(UserEntries, [{ ...entry, UserId: 'steam_1' }]);
    assert.deepEqual(IPEntries, [{ ...entry, IP: '2001:db8::1' }]);
  }
});

test('"UnbannedBy": null is as if absent, and keys that a hand edit adds are kept', () => {
  const { banlist } = parseEntries(text([{ ...entry, UserId: 'steam_1', UnbannedBy: null, Ticket: 4 }]));
  assert.deepEqual(banlist.UserEntries, [{ ...entry, UserId: 'steam_1', Ticket: 4 }]);
  const wrong = text([{ ...entry, UserId: 'steam_1', UnbannedBy: 5 }]);
  assert.throws(() => parseEntries(wrong), /UserEntries\.0\.UnbannedBy must be an object .* or null, not 5/);
});

test('an entry that can never match anybody is reported, and the others are read', () => {
  const uid = '5E7A11C0-00000000-00000000-00000000';
  const cases: [entry: object, list: 'UserEntries' | 'IPEntries', fault: RegExp][] = [
    [{ UserId: 'Zoe' }, 'UserEntries', /UserEntries\.1\.UserId must be a UserId such as .*, not "Zoe"/],
    [{ UserId: 5 }, 'UserEntries', /UserEntries\.1\.UserId .*, not 5/],
    [{}, 'UserEntries', /UserEntries\.1\.UserId .*, not nothing/],
    [{ UserId: uid }, 'UserEntries', /is a PlayerUID: POST \/v1\/pdapi\/ban\/5E7A11C0/],
    [{ IP: '203.0.113.9:1' }, 'IPEntries', /IPEntries\.0\.IP must be an address .*, not "203\.0\.113\.9:1"/],
    [{ IP: '203.0.113.0/33' }, 'IPEntries', /IPEntries\.0\.IP .* or a range/],
  ];
  for (const [ids, list, fault] of cases) {
    const user = { ...entry, UserId: 'steam_1' };
    const bad = { ...entry, ...ids };
    const written = list === 'UserEntries' ? text([user, bad]) : text([user], [bad]);
    const { banlist, problems } = parseEntries(written);
    const actual = banlist.UserEntries.map(({ UserId }) => UserId);
    assert.deepEqual(actual, ['steam_1'], String(fault));
    assert.deepEqual(banlist.IPEntries, [], String(fault));
    assert.match(problems.join(), fault);
  }
});

test('a list is written as JSON for people, with keys that they have added, and its size is that of the file', () => {
  const entries = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), { maxLength: 4 });
  const [value, message] = [fc.jsonValue(), fc.string()];
  fc.assert(
    fc.property(entries, entries, value, message, (UserEntries, IPEntries, added, BannedMessage) => {
      const list = { Version: 1, Before: added, UserEntries, BannedMessage, IPEntries, After: added };
      const banlist = list as unknown as Parameters<typeof formatBanlist>[0]; // with any entries
      const bytes = Buffer.from(`${JSON.stringify(list, null, 2)}\n`);
      assert.equal(bytesOfBanlist(banlist), bytes.length);
      assert.deepEqual(formatBanlist(banlist), bytes);
    }),
  );
});

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
