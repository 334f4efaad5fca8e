import assert from 'node:assert/strict';
import { cpSync, readFileSync, statSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connectBroker, connectEventually, SUBJECTS } from '@palatine/fleet';
import { openBrokerKeys } from '@palatine/server/gateway/broker/broker-keys.ts';
import { ensureCertificates } from '@palatine/server/gateway/broker/certificates.ts';
import { supervise } from '@palatine/server/gateway/broker/supervise.ts';
import { aWorldKey } from '@palatine/server/testing/fleet-messages.ts';
import { pino } from 'pino';
import { aBroker } from '../harness/broker.ts';
import { freePorts } from '../harness/free-ports.ts';
import { NATS_SERVER, noNats } from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';

const [SEVEN, EIGHT] = [aWorldKey(7), aWorldKey(8)];
const aFolder = () => mkdtempDisposable(join(tmpdir(), 'palatine-broker-'));

test('a broker that dies is started again, with its tenants and its streams', { skip: noNats }, async () => {
  await using broker = await aBroker();
  await broker.addTenant('second');
  const { worlds } = await broker.gateway('second');
  await (await jetstreamManager(worlds)).streams.add({ name: 'EVENTS', subjects: ['e.*'] });
  await jetstream(worlds).publish('e.1', 'kept');

  const pid = broker.pid() ?? 0;
  process.kill(pid, 'SIGKILL');
  await until('another process runs', () => ![undefined, pid].includes(broker.pid()));
  const { url, ca } = broker;
  const credentials = (await broker.keys.gatewayCredentials('second')).worlds;
  const address = { servers: [url], ca, credentials, name: 'g' };
  await using again = await connectEventually(address, AbortSignal.timeout(30_000), () => {});
  const { state } = await (await jetstreamManager(again)).streams.info('EVENTS');
  assert.equal(state.messages, 1);
});

test('keys, accounts and revocations outlive the gateway', { skip: noNats }, async () => {
  await using folder = await aFolder();
  const { pushed, unpushed, ca } = await (async () => {
    await using broker = await aBroker({ folder: folder.path });
    await broker.addTenant('second');
    const [pushed, unpushed] = [await broker.world(SEVEN, 'second'), await broker.world(EIGHT, 'second')];
    await broker.revoke('second', pushed.publicKey);
    return { pushed, unpushed, ca: broker.ca };
  })();
  openBrokerKeys(folder.path).revoke('second', unpushed.publicKey);

  await using broker = await aBroker({ folder: folder.path });
  assert.equal(broker.ca, ca);
  assert.deepEqual(broker.keys.tenants(), ['main', 'second']);
  for (const { credentials } of [pushed, unpushed]) {
    const connecting = connectBroker({ servers: [broker.url], ca, credentials, name: 'revoked' });
    await assert.rejects(connecting, /Authorization Violation/i);
  }
});

test('the broker that a killed gateway has left behind is ended at the next start', {
  skip: noNats,
}, async () => {
  await using folder = await aFolder();
  const [port = 0] = await freePorts(1);
  const listen = { host: '127.0.0.1', port };
  const pid = await (async () => {
    await using broker = await aBroker({ folder: folder.path, listen });
    return broker.pid();
  })();
  assert.notEqual(pid, undefined);
  const left = supervise(
    NATS_SERVER,
    ['-c', join(folder.path, 'nats-server.conf')],
    pino({ level: 'silent' }),
  );
  await until('it listens', () => left.lastEnd() !== undefined || pidIn(folder.path) === left.pid());
  await using broker = await aBroker({ folder: folder.path, listen });
  assert.notEqual(broker.pid(), undefined);
  assert.match(left.lastEnd() ?? '', /it ended with/);
  await left.stop();
});

function pidIn(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'nats-server.pid'), 'utf8'));
  } catch {
    return undefined; // not written yet
  }
}

test('a broker whose port is taken says why it does not start', { skip: noNats }, async () => {
  await using other = await aBroker();
  const listen = { host: '127.0.0.1', port: Number(new URL(other.url).port) };
  await assert.rejects(aBroker({ listen }), {
    name: 'ConfigError',
    message: /nats-server does not start.*address already in use/,
  });
});

test('seeds and the configuration can be read by their owner only', {
  skip: noNats || process.platform === 'win32',
}, async () => {
  await using broker = await aBroker();
  for (const [name, mode] of [
    ['keys.json', 0o600],
    ['nats-server.conf', 0o600],
    ['streams', 0o700],
    ['accounts', 0o700],
  ] as const) {
    assert.equal(statSync(join(broker.folder, name)).mode & 0o777, mode, name);
  }
  assert.doesNotMatch(
    readFileSync(join(broker.folder, 'nats-server.conf'), 'utf8'),
    /\bS[OAU][A-Z2-7]{56}\b/,
  );
});

test('what is said at one node of a cluster is heard at another, also of a tenant made meanwhile', {
  skip: noNats,
}, async () => {
  await using folders = await aFolder();
  const [first = 0, second = 0, third = 0] = await freePorts(3);
  const nodes = [first, second, third].map((port) => `127.0.0.1:${port}`);
  const keys = openBrokerKeys(join(folders.path, 'n1'));
  keys.addTenant('main');
  ensureCertificates(join(folders.path, 'n1'));
  for (const name of ['n2', 'n3'])
    cpSync(join(folders.path, 'n1'), join(folders.path, name), { recursive: true });
  const starts = nodes.map((listen, index) =>
    aBroker({
      folder: join(folders.path, `n${index + 1}`),
      cluster: { name: `n${index + 1}`, listen, nodes },
    }),
  );
  const [one, two, three] = await Promise.all(starts);
  await using stack = new AsyncDisposableStack();
  for (const node of [one, two, three]) if (node) stack.use(node);
  assert.ok(one && two);

  await one.addTenant('second');
  const credentials = (await one.keys.gatewayCredentials('second')).worlds;
  const heard: string[] = [];
  await using there = await connectBroker({ servers: [two.url], ca: two.ca, credentials, name: 'there' });
  there.subscribe('h.*', {
    callback: (_error, message) => {
      heard.push(message.string());
    },
  });
  await there.flush();
  await using here = await connectBroker({ servers: [one.url], ca: one.ca, credentials, name: 'here' });
  await until('it is heard', () => {
    here.publish(SUBJECTS.heartbeat(SEVEN), 'across');
    return heard.length > 0;
  });
});
