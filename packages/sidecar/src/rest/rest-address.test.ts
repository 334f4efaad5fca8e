import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import type { ResolveName } from '@palatine/platform/address-policy';
import { ConfigError } from '@palatine/platform/config-error';
import { assertRestUrl, parseRestUrl } from './wire.ts';

const resolvesTo =
  (...addresses: string[]): ResolveName =>
  async () =>
    addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));

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

test('any other address is refused with the next step, and its password is not repeated', () => {
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

test('an IPv4 address in a strange spelling is parsed', async () => {
  for (const host of ['2130706433', '0x7f.1', '127.1']) await assertRestUrl(`http://${host}:8212`);
  await assert.rejects(assertRestUrl('http://134744072:8212'), /8\.8\.8\.8/);
});

test('a public address has to be confirmed', async () => {
  await assert.rejects(assertRestUrl('http://203.0.113.7:8212'), /"AllowPublicAddress": true/);
  await assert.rejects(assertRestUrl('http://[2001:db8::1]:8212'), ConfigError);
  await assertRestUrl('http://203.0.113.7:8212', { allowPublicAddress: true });
});

test('a name has to resolve to private addresses only', async () => {
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
