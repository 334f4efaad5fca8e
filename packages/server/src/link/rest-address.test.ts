import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { ConfigError } from '../data-folder/config-error.ts';
import {
  assertRestUrl,
  guardedLookup,
  isPrivateAddress,
  parseRestUrl,
  type ResolveName,
} from './rest-address.ts';

const resolvesTo =
  (...addresses: string[]): ResolveName =>
  async () =>
    addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));

test('loopback and private addresses are private in each spelling', () => {
  const inside = ['127.0.0.1', '127.9.9.9', '10.0.0.7', '172.16.0.1', '172.31.255.255', '192.168.1.5'];
  for (const address of [...inside, '::1', 'fd12::1', 'fe80::1%eth0', '::ffff:10.0.0.7', '::ffff:a00:7']) {
    assert.ok(isPrivateAddress(address), address);
  }
  const outside = [
    '8.8.8.8',
    '172.32.0.1',
    '192.169.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
  ];
  for (const address of [
    ...outside,
    '::',
    '2001:db8::1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'localhost',
    '',
  ]) {
    assert.equal(isPrivateAddress(address), false, address);
  }
});

test('an address is a scheme, a host and a port', () => {
  for (const text of [
    'http://127.0.0.1:8212',
    'http://127.0.0.1:8212/',
    'https://palworld:443',
    'http://host:80',
    'http://[::1]:8212',
    ' http://localhost:8212 ',
  ]) {
    assert.equal(parseRestUrl(text).pathname, '/', text);
  }
});

test('any other address is refused with what to do, and never repeats a password', () => {
  for (const text of [
    '',
    'palworld:8212',
    'ftp://127.0.0.1:21',
    'file:///etc/passwd',
    'http://127.0.0.1',
    'http://127.0.0.1/:8212',
    'http://127.0.0.1:8212/v1/api',
    'http://127.0.0.1:8212/?a',
    'http://127.0.0.1:8212/#a',
    'http://admin:gate-keeper@127.0.0.1:8212',
    'http://gate-keeper@127.0.0.1:8212',
    'http://127.0.0.1:gate-keeper',
  ]) {
    assert.throws(
      () => parseRestUrl(text),
      (error) => error instanceof ConfigError && !error.message.includes('gate-keeper'),
      text,
    );
  }
});

test('an IPv4 address in a strange spelling is the address that it means', async () => {
  for (const host of ['2130706433', '0x7f.1', '127.1']) await assertRestUrl(`http://${host}:8212`);
  await assert.rejects(assertRestUrl('http://134744072:8212'), /8\.8\.8\.8/);
});

test('a public address has to be confirmed', async () => {
  await assert.rejects(assertRestUrl('http://203.0.113.7:8212'), /"AllowPublicAddress": true/);
  await assert.rejects(assertRestUrl('http://[2001:db8::1]:8212'), ConfigError);
  await assertRestUrl('http://203.0.113.7:8212', { allowPublicAddress: true });
});

test('a name has to lead to private addresses alone', async () => {
  await assertRestUrl('http://palworld:8212', {}, resolvesTo('10.1.2.3', 'fd00::1'));
  await assert.rejects(
    assertRestUrl('http://palworld:8212', {}, resolvesTo('10.1.2.3', '203.0.113.7')),
    /203\.0\.113\.7/,
  );
  await assertRestUrl('http://palworld:8212', { allowPublicAddress: true }, resolvesTo('203.0.113.7'));
});

test('a name that does not resolve yet passes: every connection is checked again', async () => {
  await assertRestUrl('http://palworld:8212', {}, () => Promise.reject(new Error('ENOTFOUND')));
});

/** What the lookup hands to a connection. */
function lookedUp(lookup: ReturnType<typeof guardedLookup>, hostname: string, all: boolean) {
  return new Promise<{ error: Error | null; address: string | LookupAddress[] }>((resolve) => {
    assert.ok(lookup);
    lookup(hostname, { all }, (error, address) => resolve({ error, address }));
  });
}

test('a connection gets the addresses that were checked, and none when one is public', async () => {
  const inside = guardedLookup({}, resolvesTo('10.1.2.3', 'fd00::1'));
  assert.equal((await lookedUp(inside, 'palworld', false)).address, '10.1.2.3');
  assert.equal((await lookedUp(inside, 'palworld', true)).address.length, 2);
  for (const all of [true, false]) {
    const { error, address } = await lookedUp(
      guardedLookup({}, resolvesTo('10.1.2.3', '203.0.113.7')),
      'palworld',
      all,
    );
    assert.ok(error instanceof ConfigError);
    assert.deepEqual(address, []);
  }
  const failing = guardedLookup({}, () =>
    Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
  );
  assert.equal((await lookedUp(failing, 'palworld', true)).error?.message, 'no');
  assert.equal(guardedLookup({ allowPublicAddress: true }), undefined);
});
