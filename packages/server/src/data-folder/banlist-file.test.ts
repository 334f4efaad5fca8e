import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBanlist, parseEntries } from './banlist-file.ts';
import { ConfigError } from './config-error.ts';

const by = (Reason: string) => ({
  Type: 'console',
  NameValue: 'me',
  IP: '',
  Reason,
  Timestamp: { UTC: 1, Year: 1970, Month: 1, Day: 1, Hour: 0, Min: 0, Sec: 1, Msec: 0 },
});
const entry = { Active: true, BannedBy: by('by hand') };
const text = (UserEntries: readonly object[], IPEntries: readonly object[] = []) =>
  JSON.stringify({ Version: 1, BannedMessage: 'bye', UserEntries, IPEntries });

test('an id that is written by hand is read in its one spelling', () => {
  const user = (UserId: string) => parseBanlist(text([{ ...entry, UserId }])).UserEntries[0]?.UserId;
  for (const id of [' steam_76561198000000001\t', '76561198000000001', 'STEAM_76561198000000001']) {
    assert.equal(user(id), 'steam_76561198000000001', id);
  }
  const address = (IP: string) => parseBanlist(text([], [{ ...entry, IP }])).IPEntries[0]?.IP;
  assert.equal(address(' ::ffff:203.0.113.9 '), '203.0.113.9');
  assert.equal(address('2001:DB8:0:0::1'), '2001:db8::1');
  assert.equal(address('203.0.113.77/24'), '203.0.113.0/24');
});

test('of two entries with one user or one address, in any spelling, the active one holds', () => {
  const lifted = { ...entry, Active: false, BannedBy: by('the other') };
  for (const order of [
    [entry, lifted],
    [lifted, entry],
  ]) {
    const [one, other] = order;
    const { UserEntries, IPEntries } = parseBanlist(
      text(
        [
          { ...one, UserId: 'steam_1' },
          { ...other, UserId: ' Steam_1' },
        ],
        [
          { ...one, IP: '2001:db8::1' },
          { ...other, IP: '2001:DB8:0::1' },
        ],
      ),
    );
    assert.deepEqual(UserEntries, [{ ...entry, UserId: 'steam_1' }]);
    assert.deepEqual(IPEntries, [{ ...entry, IP: '2001:db8::1' }]);
  }
});

test('"UnbannedBy": null is as if absent, and keys that a hand edit adds are kept', () => {
  const { UserEntries } = parseBanlist(text([{ ...entry, UserId: 'steam_1', UnbannedBy: null, Ticket: 4 }]));
  assert.deepEqual(UserEntries, [{ ...entry, UserId: 'steam_1', Ticket: 4 }]);
  const wrong = text([{ ...entry, UserId: 'steam_1', UnbannedBy: 5 }]);
  assert.throws(() => parseBanlist(wrong), /UserEntries\.0\.UnbannedBy must be an object .* or null, not 5/);
});

test('an entry that can never match anybody is named, and the others are read', () => {
  const uid = '5E7A11C0-00000000-00000000-00000000';
  const cases: [entry: object, list: 'UserEntries' | 'IPEntries', fault: RegExp][] = [
    [{ UserId: 'Zoe' }, 'UserEntries', /UserEntries\.1\.UserId must be a UserId such as .*, not "Zoe"/],
    [{ UserId: 5 }, 'UserEntries', /UserEntries\.1\.UserId .*, not 5/],
    [{}, 'UserEntries', /UserEntries\.1\.UserId .*, not nothing/],
    [{ UserId: uid }, 'UserEntries', /is a PlayerUID: POST \/v1\/pdapi\/ban\/5E7A11C0/],
    [
      { IP: '203.0.113.9:8211' },
      'IPEntries',
      /IPEntries\.0\.IP must be an address .*, not "203\.0\.113\.9:8211"/,
    ],
    [{ IP: '203.0.113.0/33' }, 'IPEntries', /IPEntries\.0\.IP .* or a range/],
  ];
  for (const [ids, list, fault] of cases) {
    const user = { ...entry, UserId: 'steam_1' };
    const bad = { ...entry, ...ids };
    const written = list === 'UserEntries' ? text([user, bad]) : text([user], [bad]);
    const { banlist, problems } = parseEntries(written);
    assert.deepEqual(
      [banlist.UserEntries.map(({ UserId }) => UserId), banlist.IPEntries],
      [['steam_1'], []],
      String(fault),
    );
    assert.match(problems.join(), fault);
    assert.throws(() => parseBanlist(written), ConfigError);
  }
});
