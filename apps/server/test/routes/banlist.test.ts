import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Banlist } from '@palatine/contract';
import { aBan, aBanlist, anIssuer } from '@palatine/testing/banlist-builder';
import { pluck } from '@palatine/testing/pluck';
import { sharedService } from '@palatine/testing/start-service';

const issuer = (Type: string, NameValue: string, IP: string, Reason: string) =>
  anIssuer({ Type, NameValue, IP, Reason });

const duping = issuer('rest', 'Shop', '192.0.2.1', 'Duping items');
const griefing = issuer('player', 'steam_9', '192.0.2.2', 'Griefing');
const appeal = issuer('rest', 'Panel', '192.0.2.3', 'Appeal');
const many = issuer('system', 'system', '', 'Too many accounts');
const vpn = issuer('rest', 'Shop', '192.0.2.1', 'VPN');
const mistake = issuer('rest', 'Shop', '192.0.2.1', 'Mistake');

const BANLIST = aBanlist({
  UserEntries: [
    aBan({ UserId: 'steam_1', BannedBy: duping }),
    aBan({ UserId: 'gdk_2', Active: false, BannedBy: griefing, UnbannedBy: appeal }),
  ],
  IPEntries: [
    aBan({ IP: '203.0.113.5', BannedBy: many }),
    aBan({ IP: '2001:DB8::1', Active: false, BannedBy: vpn, UnbannedBy: mistake }),
  ],
});

const service = await sharedService({ banlist: BANLIST });

const ALL = ['steam_1', 'gdk_2', '203.0.113.5', '2001:db8::1'];

const CASES: [query: string, listed: string[]][] = [
  ['', ALL],
  ['?active=true', ['steam_1', '203.0.113.5']],
  ['?active=1', ['steam_1', '203.0.113.5']],
  ['?active=false', ['gdk_2', '2001:db8::1']],
  ['?active=0', ['gdk_2', '2001:db8::1']],
  ['?active=maybe', ALL],
  ['?active=', ALL],
  ['?entryType=user', ['steam_1', 'gdk_2']],
  ['?entryType=IP', ['203.0.113.5', '2001:db8::1']],
  ['?userId=STEAM_1', ['steam_1']],
  ['?userId=steam', []],
  ['?ip=203.0.113.5', ['203.0.113.5']],
  ['?userIP=2001:db8::1', ['2001:db8::1']],
  ['?issuerType=REST', ['steam_1', 'gdk_2', '2001:db8::1']],
  ['?issuerType=res', []],
  ['?issuerName=pan', ['gdk_2']],
  ['?issuerName=SHOP', ['steam_1', '2001:db8::1']],
  ['?issuerIP=192.0.2.3', ['gdk_2']],
  ['?reason=appeal', ['gdk_2']],
  ['?reason=IN', ['steam_1', 'gdk_2']],
  ['?q=griefing', ['gdk_2']],
  ['?q=203.0', ['203.0.113.5']],
  ['?q=SYSTEM', ['203.0.113.5']],
  ['?active=true&issuerName=shop', ['steam_1']],
  ['?active=true&entryType=ip&issuerName=shop', []],
  ['?unknown=1', ALL],
  ['?q=steam_1&q=gdk_2', ['gdk_2']],
];

for (const [query, listed] of CASES) {
  test(`GET /banlist${query} lists ${listed.join(', ') || 'nobody'}`, async () => {
    const { Banlist: list } = await service.json<{ Banlist: Banlist }>(`/v1/pdapi/banlist${query}`);
    assert.deepEqual([...pluck(list.UserEntries, 'UserId'), ...pluck(list.IPEntries, 'IP')], listed);
    assert.deepEqual([list.Version, list.BannedMessage], [1, 'Away']);
  });
}

test('entries are answered as the file has them, each id in its one spelling', async () => {
  const [address, lifted] = BANLIST.IPEntries;
  assert.deepEqual(await service.api.getBanlist(), {
    Banlist: { ...BANLIST, IPEntries: [address, { ...lifted, IP: '2001:db8::1' }] },
  });
});
