import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '@palatine/contract';
import { BANLIST_BOUNDS, emptyBanlist } from '@palatine/data-dir/banlist-file';
import { ConfigError } from '@palatine/platform/config-error';
import { withBan, withoutBan } from './banlist.ts';

const banlist = withBan(emptyBanlist('Away'), { userId: 'steam_0' }, undefined, 0);

function aFullList() {
  const [entry] = banlist.UserEntries;
  assert.ok(entry);
  const UserEntries = Array.from({ length: BANLIST_BOUNDS.users }, (_, at) => ({
    ...entry,
    UserId: `steam_${at}`,
  }));
  return { ...banlist, UserEntries };
}

test('the command line has the limits of a request: a full list takes a ban only by evicting a lifted one', () => {
  const full = aFullList();
  const ban = (list: typeof full) => withBan(list, { userId: 'steam_new' }, undefined, 0);
  assert.throws(() => ban(full), { constructor: ConfigError, message: /^the ban list is full/ });
  const users = ban(withoutBan(full, { userId: 'steam_7' }, undefined, 0)).UserEntries;
  assert.equal(users.length, BANLIST_BOUNDS.users);
  assert.deepEqual(
    [users.at(-1)?.UserId, users.some(({ UserId }) => UserId === 'steam_7')],
    ['steam_new', false],
  );
});

test('a reason has the maximum length of a request', () => {
  const longest = 'x'.repeat(LIMITS.reasonChars);
  assert.equal(withBan(banlist, { ip: '192.0.2.1' }, longest, 0).IPEntries[0]?.BannedBy.Reason, longest);
  for (const change of [withBan, withoutBan]) {
    assert.throws(() => change(banlist, { userId: 'steam_0' }, `${longest}x`, 0), ConfigError);
  }
});
