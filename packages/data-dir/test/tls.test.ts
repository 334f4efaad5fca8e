import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { welcome } from '@palatine/cli/run-service';
import { ConfigError } from '@palatine/platform/config-error';
import { testFolder } from '@palatine/platform/testing';
import { logOf } from '@palatine/testing/log-lines';
import { selfSigned } from '@palatine/testing/self-signed';
import { startService, type TestOptions, type TestService } from '@palatine/testing/start-service';
import { readTls } from '../src/rest-config.ts';

const signed = selfSigned();
const folder = testFolder();

function put(name: string, text: string, at = folder): string {
  writeFileSync(join(at, name), text);
  return name;
}

const cert = put('cert.pem', signed.cert);
const key = put('key.pem', signed.key);
const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pkcs8).toString();
const locked = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'x' }).toString();
};

test('without files there is no TLS; file names are relative to the data folder, or absolute', () => {
  assert.equal(readTls({ Certificate: '', Key: '' }, folder), undefined);
  assert.deepEqual(readTls({ Certificate: cert, Key: key }, folder), signed);
  assert.deepEqual(readTls({ Certificate: join(folder, cert), Key: join(folder, key) }, '/nowhere'), signed);
});

const FAULTS: [why: string, Certificate: string, Key: string, message: RegExp][] = [
  ['a certificate without a key', cert, '', /TLS\.Key is missing/],
  ['a key without a certificate', '', key, /TLS\.Certificate is missing/],
  ['a file that is not there', 'gone.pem', key, /TLS\.Certificate there is no file .*gone\.pem/],
  ['a folder', cert, '.', /TLS\.Key .* is a folder, not a file/],
  ['no certificate', key, key, /TLS\.Certificate key\.pem does not hold a certificate/],
  ['an empty file', put('empty.pem', ''), key, /TLS\.Certificate empty\.pem does not hold a certificate/],
  ['no key', cert, cert, /TLS\.Key cert\.pem does not hold a private key/],
  ['a key with a passphrase', cert, put('locked.pem', locked()), /Key locked\.pem .*without a passphrase/],
  ['the key of another', cert, put('other.pem', selfSigned().key), /other\.pem is not the key of cert\.pem/],
  ['a key of another kind', cert, put('rsa.pem', rsa()), /rsa\.pem is not the key of cert\.pem/],
];

for (const [why, Certificate, Key, message] of FAULTS) {
  test(`${why} is reported in one line`, () => {
    assert.throws(
      () => readTls({ Certificate, Key }, folder),
      (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, /^RESTAPI\/RESTConfig\.json: /);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /\n|PRIVATE/);
        return true;
      },
    );
  });
}

test('the error of an expired certificate has the date', () => {
  const old = selfSigned({ validTo: new Date('2024-02-29T12:00:00Z') });
  const files = { Certificate: put('old.pem', old.cert), Key: put('old-key.pem', old.key) };
  assert.throws(() => readTls(files, folder), /old\.pem expired on 2024-02-29/);
});

function startTls(more: TestOptions = {}): Promise<TestService> {
  const TLS = { Certificate: join(folder, cert), Key: join(folder, key) };
  return startService({ restConfig: { TLS }, ...more });
}

function fetched({ url, token }: TestService, ca: string, path = 'version', method = 'GET'): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = request(`${url}/v1/pdapi/${path}`, { method, ca, headers, agent: false }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (text: string) => resolve(`${response.statusCode} ${text}`));
    });
    asked.on('error', reject).end();
  });
}

test('with a certificate the service speaks TLS only, and reports it', async () => {
  await using service = await startTls();
  assert.match(service.url, /^https:\/\/127\.0\.0\.1:\d+$/);
  assert.match(welcome(service), /https:\/\/127\.0\.0\.1/);
  assert.match(await fetched(service, signed.cert), /^200 \{"major"/);
  await assert.rejects(fetch(`${service.url.replace('https', 'http')}/v1/pdapi/version`));
});

test('a connection without a handshake, or with one of TLS 1.1, is closed without affecting others', async () => {
  const { log, lines } = logOf('error');
  await using service = await startTls({ log, timeouts: { headMs: 300 } });
  await assert.rejects(fetch(`${service.url.replace('https', 'http')}/`));
  const { port } = new URL(service.url);
  const versions = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' } as const;
  const old = connect({ port: Number(port), host: '127.0.0.1', ca: signed.cert, ...versions });
  await new Promise((resolve) => old.on('error', resolve));
  assert.match(await fetched(service, signed.cert), /^200/);
  assert.deepEqual(lines, []);
});

test('ReloadConfig applies a renewed certificate, and keeps the last one if the new one is invalid', async () => {
  const [name, keyName] = ['renewed.pem', 'renewed-key.pem'];
  put(name, signed.cert);
  put(keyName, signed.key);
  const TLS = { Certificate: join(folder, name), Key: join(folder, keyName) };
  await using service = await startService({ restConfig: { TLS } });
  const reload = () => fetched(service, signed.cert, 'ReloadConfig', 'POST');
  const halfWritten: [file: string, text: string, named: RegExp][] = [
    [name, 'nonsense', /renewed\.pem does not hold/],
    [name, '', /renewed\.pem does not hold/],
    [name, signed.cert.slice(0, -60), /renewed\.pem does not hold/],
    [name, signed.cert + signed.cert.slice(0, -60), /renewed\.pem does not hold/],
    [keyName, '', /renewed-key\.pem does not hold/],
    [keyName, selfSigned().key, /renewed-key\.pem is not the key of renewed\.pem/],
  ];
  for (const [file, text, named] of halfWritten) {
    put(name, signed.cert);
    put(keyName, signed.key);
    put(file, text);
    const since = service.game.reads.newestEventId;
    assert.equal(await reload(), '200 {"Success":false}', text);
    const events = JSON.stringify(service.game.reads.eventsSince(since).events);
    assert.match(events, named);
    assert.ok(!events.includes(folder), events);
    assert.match(await fetched(service, signed.cert), /^200/);
  }
  const renewed = selfSigned({ name: 'renewed' });
  put(name, renewed.cert);
  put(keyName, renewed.key);
  assert.equal(await reload(), '200 {"Success":true}');
  assert.match(await fetched(service, renewed.cert), /^200/);
  await assert.rejects(fetched(service, signed.cert));
});
