import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { decode, type User } from '@nats-io/jwt';
import { createAccount, createUser } from '@nats-io/nkeys';
import { openBrokerKeys } from './broker-keys.ts';
import { worldPermissions } from './permissions.ts';

const SEVEN = '7'.padStart(32, '0');
const aFolder = () => mkdtempDisposable(join(tmpdir(), 'palatine-keys-'));
const aPublicKey = () => createUser().getPublicKey();

test('tenants and the users of gateways are the same when the keys are opened again', async () => {
  await using folder = await aFolder();
  const first = openBrokerKeys(folder.path);
  first.addTenant('main');
  const userOf = async (keys: typeof first) =>
    /SU[A-Z2-7]{56}/.exec((await keys.gatewayCredentials('main')).worlds)?.[0];
  const seed = await userOf(first);
  assert.notEqual(seed, undefined);
  const again = openBrokerKeys(folder.path);
  assert.deepEqual(again.tenants(), ['main']);
  assert.equal(await userOf(again), seed);
});

test('the JWT of a world names exactly its permissions, and its key', async () => {
  await using folder = await aFolder();
  const keys = openBrokerKeys(folder.path);
  keys.addTenant('main');
  const publicKey = aPublicKey();
  const { sub, nats } = decode<User>(
    await keys.worldCredentials('main', { world: SEVEN, publicKey, name: 'A world' }),
  );
  const { publish, subscribe } = worldPermissions(SEVEN);
  assert.equal(sub, publicKey);
  assert.deepEqual([nats.pub?.allow, nats.sub?.allow], [publish, subscribe]);
  assert.deepEqual(nats.allowed_connection_types, ['STANDARD']);
});

test('a name that is taken or none, a foreign kind of key and an unknown tenant are refused', async () => {
  await using folder = await aFolder();
  const keys = openBrokerKeys(folder.path);
  keys.addTenant('main');
  for (const name of ['main', '', 'Main', '../main', '__proto__', 'a'.repeat(33)]) {
    assert.throws(() => keys.addTenant(name), { name: 'ConfigError' }, name);
  }
  for (const publicKey of [createAccount().getPublicKey(), '', `${aPublicKey().slice(0, -1)}1`]) {
    await assert.rejects(keys.worldCredentials('main', { world: SEVEN, publicKey, name: '' }), {
      name: 'ConfigError',
    });
  }
  await assert.rejects(keys.worldCredentials('main', { world: '*', publicKey: aPublicKey(), name: '' }));
  await assert.rejects(keys.gatewayCredentials('constructor'), { message: 'there is no tenant constructor' });
});

test('a damaged file of keys is refused without a key in the message', async () => {
  await using folder = await aFolder();
  openBrokerKeys(folder.path);
  const file = join(folder.path, 'keys.json');
  for (const text of ['{ "Operator": "SOSECRET', '{"Version":1,"Operator":"SOSECRET","Tenants":{}}']) {
    writeFileSync(file, text);
    assert.throws(
      () => openBrokerKeys(folder.path),
      (error: Error) => error.name === 'ConfigError' && !error.message.includes('SECRET'),
    );
  }
});
