import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createAccount, createUser } from '@nats-io/nkeys';
import { testFolder } from '@palatine/platform/testing';
import { brokerConfigText, isUserKey, openBrokerKeys } from './broker-keys.ts';
import { ensureCertificates } from './certificates.ts';

const SEVEN = '7'.padStart(32, '0');
const aPublicKey = () => createUser().getPublicKey();

test('the users of the gateway are the same when the keys are opened again', () => {
  const folder = testFolder();
  const stored = () => {
    const keys = openBrokerKeys(folder);
    return { seeds: keys.seeds, users: keys.users() };
  };
  const first = stored();
  assert.equal(new Set(Object.values(first.seeds)).size, 3);
  assert.deepEqual(stored(), first);
});

test('the user of a world has exactly its permissions, and its key', () => {
  const folder = testFolder();
  const keys = openBrokerKeys(folder);
  const publicKey = aPublicKey();
  keys.admitWorld(SEVEN, aPublicKey());
  keys.admitWorld(SEVEN, publicKey);
  const certificates = ensureCertificates(folder);
  const listen = { host: '::1', port: 4222 };
  const paths = { folder: folder, streams: 'streams', pidFile: 'pid' };
  const text = brokerConfigText({ ...paths, listen, certificates, users: keys.users() });
  const { accounts } = JSON.parse(text) as { accounts: { worlds: { users: object[] } } };
  assert.deepEqual(accounts.worlds.users, [
    { nkey: keys.users().worlds },
    {
      nkey: publicKey,
      permissions: {
        publish: [`$KV.WORLDS.${SEVEN}`, `e.${SEVEN}`, `a.${SEVEN}`, `g.${SEVEN}.changes`, `r.${SEVEN}.*`],
        subscribe: [`w.${SEVEN}.*.*`, 'lists.>', 'tokens.>', `_INBOX_${SEVEN}.>`],
      },
    },
  ]);
});

test('a foreign kind of key, and one with a wrong checksum, is no key of a user', () => {
  assert.ok(isUserKey(aPublicKey()));
  for (const key of [createAccount().getPublicKey(), '', `${aPublicKey().slice(0, -1)}1`])
    assert.ok(!isUserKey(key), key);
});

test('a damaged file of keys is refused without a key in the message', () => {
  const folder = testFolder();
  openBrokerKeys(folder);
  const file = join(folder, 'keys.json');
  for (const text of ['{ "Operator": "SOSECRET', '{"Version":1,"Operator":"SOSECRET"}']) {
    writeFileSync(file, text);
    assert.throws(
      () => openBrokerKeys(folder),
      (error: Error) => error.name === 'ConfigError' && !error.message.includes('SECRET'),
    );
  }
});
