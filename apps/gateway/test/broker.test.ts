import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connectBroker, connectEventually } from '@palatine/fleet/connection';
import { aFolder } from '@palatine/platform/testing';
import { aBroker } from '@palatine/testing/broker';
import { aWorldKey } from '@palatine/testing/fleet-messages';
import { NATS_SERVER, natsTest as test } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';
import { pino } from 'pino';
import { openBrokerKeys } from '../src/broker/broker-keys.ts';
import { supervise } from '../src/broker/start-broker.ts';

const [SEVEN, EIGHT, NINE] = [aWorldKey(7), aWorldKey(8), aWorldKey(9)];

test('a broker that dies is started again, with its accounts and its streams', async () => {
  await using broker = await aBroker();
  const { control } = await broker.gateway();
  await (await jetstreamManager(control)).streams.add({ name: 'EVENTS', subjects: ['e.*'] });
  await jetstream(control).publish('e.1', 'kept');

  const pid = broker.pid() ?? 0;
  process.kill(pid, 'SIGKILL');
  const joined = await broker.world(SEVEN); // while it is away
  await until('another process runs', () => ![undefined, pid].includes(broker.pid()));
  const { url, ca } = broker;
  const credentials = broker.keys.seeds.control;
  const address = { servers: [url], ca, credentials, name: 'g' };
  await using again = await connectEventually(address, AbortSignal.timeout(30_000), () => {});
  const { state } = await (await jetstreamManager(again)).streams.info('EVENTS');
  assert.equal(state.messages, 1);
  await (await connectBroker({ ...address, credentials: joined.credentials })).close();
});

test('keys, accounts and revocations outlive the gateway', async () => {
  await using folder = await aFolder();
  const { pushed, unpushed, stays, ca } = await (async () => {
    await using broker = await aBroker({ folder: folder.path });
    const [pushed, unpushed] = [await broker.world(SEVEN), await broker.world(EIGHT)];
    const stays = await broker.world(NINE);
    broker.keys.revokeWorld(SEVEN);
    await broker.reload();
    return { pushed, unpushed, stays, ca: broker.ca };
  })();
  openBrokerKeys(folder.path).revokeWorld(EIGHT);

  await using broker = await aBroker({ folder: folder.path });
  assert.equal(broker.ca, ca);
  const { credentials } = stays;
  await (await connectBroker({ servers: [broker.url], ca, credentials, name: 'stays' })).close();
  for (const { credentials } of [pushed, unpushed]) {
    const connecting = connectBroker({ servers: [broker.url], ca, credentials, name: 'revoked' });
    await assert.rejects(connecting, /Authorization Violation/i);
  }
});

test('the broker that a killed gateway has left behind is ended at the next start', async () => {
  await using folder = await aFolder();
  const { port } = await (async () => {
    await using broker = await aBroker({ folder: folder.path });
    return broker;
  })();
  const config = join(folder.path, 'nats-server.conf');
  const orphan = supervise(NATS_SERVER, ['-c', config], pino({ level: 'silent' }));
  await until('it listens', () => orphan.lastEnd() !== undefined || pidIn(folder.path) === orphan.pid());
  await using broker = await aBroker({ folder: folder.path, listen: { host: '127.0.0.1', port } });
  await until('the broker runs', () => broker.pid() !== undefined);
  assert.match(orphan.lastEnd() ?? '', /it ended with/);
  await orphan.stop();
});

function pidIn(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'nats-server.pid'), 'utf8'));
  } catch {
    return undefined; // not written yet
  }
}

test('a broker whose port is taken says why it does not start', async () => {
  await using taken = await aBroker();
  await assert.rejects(aBroker({ listen: { host: '127.0.0.1', port: taken.port } }), {
    name: 'ConfigError',
    message: /nats-server does not start.*address already in use/,
  });
});

test('seeds and the configuration can be read by their owner only', async (context) => {
  if (process.platform === 'win32') return context.skip('files have no mode');
  await using broker = await aBroker();
  for (const [name, mode] of [
    ['keys.json', 0o600],
    ['nats-server.conf', 0o600],
    ['streams', 0o700],
  ] as const) {
    assert.equal(statSync(join(broker.folder, name)).mode & 0o777, mode, name);
  }
  const config = readFileSync(join(broker.folder, 'nats-server.conf'), 'utf8');
  assert.doesNotMatch(config, /\bS[OAU][A-Z2-7]{56}\b/);
});
