import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { ensureCertificates } from './certificates.ts';

const noModes = process.platform === 'win32' && 'files have no mode';
const DAY_MS = 86_400_000;
const START = Date.parse('2027-03-01T00:00:00Z');

test('the server certificate stands for localhost, this machine and the given addresses', () => {
  const folder = testFolder();
  const addresses = ['fleet.example.org', '10.0.0.5', '2001:db8::7'];
  const certificates = ensureCertificates(folder, { addresses });
  const server = new X509Certificate(readFileSync(certificates.files.cert));
  const ca = new X509Certificate(certificates.ca);

  assert.ok(server.verify(ca.publicKey));
  assert.ok(server.checkIssued(ca));
  assert.ok(ca.ca && !server.ca);
  for (const host of ['localhost', 'fleet.example.org']) assert.equal(server.checkHost(host), host);
  for (const address of ['127.0.0.1', '::1', '10.0.0.5', '2001:db8::7'])
    assert.ok(server.checkIP(address), address);
  assert.equal(server.checkHost('example.org'), undefined);
});

test('keys and certificates can be read by their owner only', { skip: noModes }, () => {
  const folder = testFolder();
  const { files } = ensureCertificates(join(folder, 'Broker'));
  const paths = [join(folder, 'Broker'), files.key, join(folder, 'Broker', 'ca-key.pem')];
  const modes = paths.map((path) => statSync(path).mode & 0o777);
  assert.deepEqual(modes, [0o700, 0o600, 0o600]);
});

test('a server certificate is renewed 30 days before its end, by the same authority', () => {
  const folder = testFolder();
  const textsAt = (days: number) => {
    const { ca, cert } = ensureCertificates(folder, { now: () => START + days * DAY_MS });
    return [ca, cert];
  };
  const first = textsAt(0);
  assert.deepEqual(textsAt(794), first);
  const [ca, cert] = textsAt(796);
  assert.equal(ca, first[0]);
  assert.notEqual(cert, first[1]);
});

test('a further address makes a new server certificate', () => {
  const folder = testFolder();
  const before = ensureCertificates(folder).cert;
  const { cert } = ensureCertificates(folder, { addresses: ['10.0.0.6'] });
  assert.notEqual(cert, before);
});

test('what is no host name is refused, and so is a damaged key, without being shown', () => {
  const folder = testFolder();
  const wrong = { addresses: ['a b'] };
  assert.throws(() => ensureCertificates(folder, wrong), /neither a host name nor an address/);
  ensureCertificates(folder);
  writeFileSync(join(folder, 'ca-key.pem'), 'SECRET');
  assert.throws(
    () => ensureCertificates(folder),
    (error: Error) => !error.message.includes('SECRET'),
  );
});
