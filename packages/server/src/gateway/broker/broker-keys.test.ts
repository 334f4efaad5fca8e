import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decode, type User } from '@nats-io/jwt';
import { createAccount, createUser } from '@nats-io/nkeys';
import { aFolder } from '@palatine/save/testing';
import { openBrokerKeys } from './broker-keys.ts';

const SEVEN = '7'.padStart(32, '0');
const aPublicKey = () => createUser().getPublicKey();

test('the accounts and the user of the gateway are the same when the keys are opened again', async () => {
  await using folder = await aFolder();
  const held = async () => {
    const keys = openBrokerKeys(folder.path);
    const seed = /SU[A-Z2-7]{56}/.exec((await keys.gatewayCredentials()).worlds)?.[0];
    return { seed, accounts: (await keys.accounts()).map(({ publicKey }) => publicKey) };
  };
  const first = await held();
  assert.notEqual(first.seed, undefined);
  assert.equal(first.accounts.length, 3);
  assert.deepEqual(await held(), first);
});

test('the JWT of a world names exactly its permissions, and its key', async () => {
  await using folder = await aFolder();
  const publicKey = aPublicKey();
  const { sub, nats } = decode<User>(await openBrokerKeys(folder.path).worldCredentials(SEVEN, publicKey));
  assert.equal(sub, publicKey);
  assert.deepEqual(nats.pub?.allow, [
    `$KV.WORLDS.${SEVEN}`,
    `e.${SEVEN}`,
    `a.${SEVEN}`,
    `g.${SEVEN}.changes`,
    `r.${SEVEN}.*`,
  ]);
  assert.deepEqual(nats.sub?.allow, [`w.${SEVEN}.*.*`, 'lists.>', 'tokens.>', `_INBOX_${SEVEN}.>`]);
  assert.deepEqual(nats.allowed_connection_types, ['STANDARD']);
});

test('a foreign kind of key, and what is no key of a world, are refused', async () => {
  await using folder = await aFolder();
  const keys = openBrokerKeys(folder.path);
  for (const publicKey of [createAccount().getPublicKey(), '', `${aPublicKey().slice(0, -1)}1`]) {
    await assert.rejects(keys.worldCredentials(SEVEN, publicKey), { name: 'ConfigError' });
  }
  for (const world of ['*', '', 'constructor']) {
    await assert.rejects(keys.worldCredentials(world, aPublicKey()), { name: 'ConfigError' }, world);
  }
});

test('a damaged file of keys is refused without a key in the message', async () => {
  await using folder = await aFolder();
  openBrokerKeys(folder.path);
  const file = join(folder.path, 'keys.json');
  for (const text of ['{ "Operator": "SOSECRET', '{"Version":1,"Operator":"SOSECRET"}']) {
    writeFileSync(file, text);
    assert.throws(
      () => openBrokerKeys(folder.path),
      (error: Error) => error.name === 'ConfigError' && !error.message.includes('SECRET'),
    );
  }
});
