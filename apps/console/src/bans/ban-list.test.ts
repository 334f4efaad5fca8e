import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BAN_FILTERS, type BanFilters, looksLikeAddress, queryOf, rowsOf } from './ban-list.ts';

const none = Object.fromEntries(BAN_FILTERS.map((name) => [name, ''])) as BanFilters;
/** Each filter with its own name as the value. */
const named = Object.fromEntries(BAN_FILTERS.map((name) => [name, name])) as BanFilters;
const issuer = (UTC: number, NameValue = 'Admin') => ({
  Type: 'rest',
  NameValue,
  IP: '127.0.0.1',
  Reason: 'cheating',
  Timestamp: { UTC, Year: 2026, Month: 1, Day: 1, Hour: 0, Min: 0, Sec: 0, Msec: 0 },
});

test('every filter of the page is one of the route', () => {
  assert.deepEqual(queryOf(none), {});
  assert.deepEqual(queryOf({ ...named, state: 'lifted', kind: 'address' }), {
    active: 'false',
    entryType: 'ip',
    q: 'find',
    userId: 'user',
    ip: 'ip',
    issuerType: 'issuerType',
    issuerName: 'issuer',
    issuerIP: 'issuerIP',
    reason: 'reason',
  });
  assert.deepEqual(queryOf({ ...none, state: 'constructor', kind: 'toString' }), {});
});

const rows = rowsOf({
  Version: 1,
  BannedMessage: '',
  UserEntries: [
    { UserId: 'steam_2', Active: true, BannedBy: issuer(20, 'Zed') },
    { UserId: 'steam_1', Active: false, BannedBy: issuer(30), UnbannedBy: issuer(40, 'Mo') },
  ],
  IPEntries: [{ IP: '192.0.2.1', Active: true, BannedBy: issuer(10) }],
});
test('bans of users and of addresses are one list', () => {
  const actual = rows.map(({ kind, subject, active }) => [kind, subject, active]);
  assert.deepEqual(actual, [
    ['user', 'steam_2', true],
    ['user', 'steam_1', false],
    ['address', '192.0.2.1', true],
  ]);
  assert.equal(rows[1]?.lifted?.NameValue, 'Mo');
});

test('an address is told from a UserId', () => {
  for (const text of ['192.0.2.1', '2001:db8::1', '::1']) assert.ok(looksLikeAddress(text), text);
  for (const text of ['steam_76561198000000000', 'gdk_1', 'abc', ''])
    assert.ok(!looksLikeAddress(text), text);
});
