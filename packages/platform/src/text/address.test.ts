import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddressRange } from './address.ts';

test('a masked range holds the addresses that share its bits, in any spelling', () => {
  const office = parseAddressRange(' 198.51.100.77/24 ');
  assert.equal(office?.text, '198.51.100.0/24');
  for (const address of ['198.51.100.0', '198.51.100.255', '::ffff:198.51.100.9']) {
    assert.equal(office.contains(address), true, address);
  }
  for (const address of ['198.51.101.0', '2001:db8::1', '', 'Zoe']) {
    assert.equal(office.contains(address), false, address);
  }
  const documentation = parseAddressRange('2001:DB8:0::/32');
  assert.equal(documentation?.text, '2001:db8::/32');
  assert.equal(documentation.contains('2001:db8:ffff::1'), true);
  assert.equal(documentation.contains('2001:db9::1'), false);
});

test('a single address is a range, and one that is mapped into IPv6 is an IPv4 range', () => {
  assert.equal(parseAddressRange('::ffff:203.0.113.9')?.text, '203.0.113.9');
  assert.equal(parseAddressRange('203.0.113.9/32')?.text, '203.0.113.9');
  assert.equal(parseAddressRange('::ffff:203.0.113.9/120')?.text, '203.0.113.0/24');
  assert.equal(parseAddressRange('0.0.0.0/0')?.contains('203.0.113.9'), true);
});

test('an asterisk stands for whole octets at the end of an IPv4 address', () => {
  const ranges = ['203.0.113.*', ' 203.0.*.* ', '203.*.*.*'].map((text) => parseAddressRange(text)?.text);
  assert.deepEqual(ranges, ['203.0.113.0/24', '203.0.0.0/16', '203.0.0.0/8']);
});

test('anything else is no range', () => {
  for (const text of [
    '',
    '/24',
    '198.51.100.0/',
    '198.51.100.0/33',
    '198.51.100.0/-1',
    '::1/129',
    '10.0.0.0/8/8',
    '10/8',
    '::ffff:10.0.0.0/8',
    '*',
    '*.*.*.*',
    '203.0.113.1*',
    '203.0.*',
    '203.*.113.*',
    '203.0.113.*/24',
    '2001:db8::*',
  ]) {
    assert.equal(parseAddressRange(text), undefined, text);
  }
});
