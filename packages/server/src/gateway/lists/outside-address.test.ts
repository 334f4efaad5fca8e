import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOutsideAddress } from './outside-address.ts';

test('addresses of the internet are outside; those of a machine, of its network and of none are not', () => {
  for (const address of ['93.184.216.34', '8.8.8.8', '2606:4700::1111', '172.32.0.1', '100.128.0.1']) {
    assert.equal(isOutsideAddress(address), true, address);
  }
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '[::1]',
    'localhost',
    '',
  ]) {
    assert.equal(isOutsideAddress(address), false, address);
  }
});
