import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Banlist, type BanlistFilters, type Issuer, LIMITS } from '@palatine/contract';
import { aWorld } from '../testing/world-builder.ts';
import { banFilter, prepareBans } from './banlist.ts';

function anIssuer(overrides: Partial<Issuer> = {}): Issuer {
  const Timestamp = { UTC: 0, Year: 1970, Month: 1, Day: 1, Hour: 0, Min: 0, Sec: 0, Msec: 0 };
  return { Type: 'rest', NameValue: 'Panel', IP: '192.0.2.1', Reason: 'Banned', Timestamp, ...overrides };
}

const banlist: Banlist = {
  Version: 1,
  BannedMessage: 'Go away, griefer',
  UserEntries: [
    { UserId: 'steam_1', Active: true, BannedBy: anIssuer({ Reason: 'Griefing at spawn' }) },
    {
      UserId: 'gdk_2',
      Active: false,
      BannedBy: anIssuer({ Type: 'player', NameValue: 'Zoe' }),
      UnbannedBy: anIssuer({ Type: 'system', NameValue: 'Appeals', IP: '192.0.2.9', Reason: 'Said sorry' }),
    },
  ],
  IPEntries: [
    { IP: '203.0.113.5', Active: true, BannedBy: anIssuer({ NameValue: 'Bot of Lily' }) },
    // As an operator may write them into the file.
    { IP: '2001:db8::1', Active: true, BannedBy: anIssuer({ IP: '::FFFF:198.51.100.7' }) },
    { IP: '198.51.100.0/24', Active: true, BannedBy: anIssuer({ IP: '2001:DB8:0::2' }) },
  ],
};

const everything = ['steam_1', 'gdk_2', '203.0.113.5', '2001:db8::1', '198.51.100.0/24'];

function idsFor(query: BanlistFilters): string[] {
  return [...banlist.UserEntries, ...banlist.IPEntries]
    .filter(banFilter(query))
    .map((entry) => ('UserId' in entry ? entry.UserId : entry.IP));
}

test('a filter that is longer than the bound matches nothing', () => {
  const longest = 'x'.repeat(LIMITS.filterChars);
  const BannedBy = anIssuer({ Reason: `${longest}x` });
  assert.ok(banFilter({ reason: longest })({ UserId: 'steam_3', Active: true, BannedBy }));
  for (const name of ['userId', 'ip', 'reason', 'q'] as const) {
    assert.deepEqual(idsFor({ [name]: `${longest}x` }), []);
  }
  assert.deepEqual(idsFor({ active: `${longest}x` }), everything, 'which is ignored as every unknown value');
});

const cases: [BanlistFilters, string[]][] = [
  [{ active: 'TRUE' }, ['steam_1', '203.0.113.5', '2001:db8::1', '198.51.100.0/24']],
  [{ active: 'False' }, ['gdk_2']],
  [{ entryType: 'guild' }, []],
  [{ userIP: '203.0.113.5' }, ['203.0.113.5']],
  [{ ip: '::ffff:203.0.113.5' }, ['203.0.113.5']],
  [{ ip: '2001:DB8:0:0:0:0:0:1' }, ['2001:db8::1']],
  [{ userIP: '2001:0db8::0001' }, ['2001:db8::1']],
  [{ ip: '198.51.100.9/24' }, ['198.51.100.0/24']],
  [{ ip: '198.51.100.*' }, ['198.51.100.0/24']],
  [{ ip: '203.0.113' }, []],
  [{ ip: '203.0.113.5', userId: 'steam_1' }, []],
  [{ issuerType: 'system' }, ['gdk_2']],
  [{ issuerName: 'lily' }, ['203.0.113.5']],
  [{ issuerName: 'appeal' }, ['gdk_2']],
  [{ issuerIP: '192.0.2.9' }, ['gdk_2']],
  [{ issuerIP: '::ffff:192.0.2.9' }, ['gdk_2']],
  [{ issuerIP: '198.51.100.7' }, ['2001:db8::1']],
  [{ issuerIP: '2001:db8::2' }, ['198.51.100.0/24']],
  [{ issuerIP: '192.0.2' }, []],
  [{ reason: 'SPAWN' }, ['steam_1']],
  [{ reason: 'sorry' }, ['gdk_2']],
  [{ reason: '' }, everything],
  [{ q: 'gdk_' }, ['gdk_2']],
  [{ q: '::ffff:198' }, ['2001:db8::1']],
  [{ q: 'panel' }, ['steam_1', '2001:db8::1', '198.51.100.0/24']],
  [{ q: 'go away' }, []],
  [{ reason: 'banned', active: 'true' }, ['203.0.113.5', '2001:db8::1', '198.51.100.0/24']],
  [{ issuerType: 'player', issuerName: 'Appeals' }, ['gdk_2']],
];

for (const [filters, expected] of cases) {
  test(`the filters ${JSON.stringify(filters)} leave [${expected.join(', ')}]`, () =>
    assert.deepEqual(idsFor(filters), expected));
}

test('the entries of a long list are prepared in parts, and once', () => {
  const world = aWorld();
  const put = (at: number) =>
    world.userBans.put({ UserId: `steam_${at}`, Active: true, BannedBy: anIssuer() });
  for (let at = 0; at < 1200; at++) put(at);
  assert.equal([...prepareBans(world)].length, 2);
  put(0);
  assert.deepEqual([...prepareBans(world)], []);
});
