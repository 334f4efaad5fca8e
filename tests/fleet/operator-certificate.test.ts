import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { connectBroker } from '@palatine/fleet';
import { aFolder } from '@palatine/save/testing';
import { dataPaths } from '@palatine/server/data-folder/data-folder.ts';
import { fleetFile } from '@palatine/server/data-folder/fleet-file.ts';
import { joinFleet } from '@palatine/server/fleet/join-fleet.ts';
import { freePorts } from '../harness/free-ports.ts';
import { startNats, natsTest as test } from '../harness/nats-server.ts';
import { selfSigned } from '../harness/self-signed.ts';
import { startTestGateway } from '../harness/start-fleet.ts';
import { startService } from '../harness/start-service.ts';
import { until } from '../harness/until.ts';

/** An operator's certificate for localhost, in a folder, and a broker of the gateway's own that uses it. */
async function withCertificate(folder: string, advertise = 'localhost') {
  const certificate = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const { cert, key } = selfSigned();
  writeFileSync(certificate.cert, cert);
  writeFileSync(certificate.key, key);
  const [port = 0, joinPort = 0] = await freePorts(2);
  return { cert, broker: { host: '127.0.0.1', port, joinPort, advertise, certificate } };
}

test("a world joins and is reached over an operator's certificate, which it trusts as Node does", async () => {
  await using folder = await aFolder();
  const { cert, broker } = await withCertificate(folder.path);
  await using gateway = await startTestGateway(broker);
  await using data = await aFolder();
  const joined = await joinFleet(gateway.firstJoinLine ?? '', dataPaths(data.path), 'World 1');
  assert.deepEqual([joined.CAFile, joined.Servers], ['', [`tls://localhost:${broker.port}`]]);

  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, cert]);
  try {
    await using _world = await startService({ data: data.path });
    await until('the world is online', () => gateway.worlds.get(joined.World)?.status === 'Online');
    const response = await gateway.fetch(`/worlds/${joined.World}/v1/pdapi/version`);
    assert.equal(response.status, 200);
  } finally {
    setDefaultCACertificates(trusted);
  }
  const credentials = join(data.path, fleetFile.defaults.CredentialsFile);
  await assert.rejects(
    connectBroker({ servers: joined.Servers, credentials, name: 'a world' }),
    /self-signed/,
  );
});

test('a certificate without the name that worlds use is refused, and so is one without its key', async () => {
  await using folder = await aFolder();
  const { broker } = await withCertificate(folder.path, 'fleet.example.org');
  await assert.rejects(
    startTestGateway(broker),
    /is not a certificate for fleet\.example\.org; --advertise says/,
  );
  const { cert } = broker.certificate;
  const withoutKey = { ...broker, certificate: { cert, key: '' } };
  await assert.rejects(startTestGateway(withoutKey), { message: /^--broker-key is missing/ });
});

test('a broker without TLS is refused where its address says tls', async () => {
  await using nats = await startNats();
  const servers = [nats.url.replace('nats:', 'tls:')];
  await assert.rejects(connectBroker({ servers, name: 'a world' }), /tls/);
});
