import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createFleetClient } from '@palatine/client';
import { fleetFile } from '@palatine/server/data-folder/fleet-file.ts';
import { makePrivateFolder } from '@palatine/server/data-folder/private-files.ts';
import { joinFleet } from '@palatine/server/fleet/join-fleet.ts';
import { freePorts } from '../harness/free-ports.ts';
import { noNats } from '../harness/nats-server.ts';
import { startTestGateway } from '../harness/start-fleet.ts';
import { newFolder, startService } from '../harness/start-service.ts';
import { until } from '../harness/until.ts';

test('two communities share a broker and see nothing of each other, and a world that is removed is cut off', {
  skip: noNats,
}, async () => {
  const folder = newFolder();
  const [port = 0, joinPort = 0] = await freePorts(2);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const first = stack.use(
    await startTestGateway([], {
      folder: join(folder, 'first'),
      broker: { host: '127.0.0.1', port, joinPort, advertise: '127.0.0.1' },
    }),
  );
  const operator = createFleetClient({ url: first.url, token: first.token });
  const friends = await operator.createTenant({ body: { Name: 'friends' } });
  const second = stack.use(
    await startTestGateway(friends.Servers, {
      folder: join(folder, 'second'),
      broker: {
        servers: friends.Servers,
        ca: friends.CA,
        credentials: friends.Credentials,
        controlCredentials: friends.ControlCredentials,
      },
    }),
  );

  /** Starts a world that has joined with a line of the first gateway. */
  async function join2(name: string, body: { Tenant?: string }) {
    const { Line } = await operator.createJoinCode({ body });
    const data = join(folder, name);
    makePrivateFolder(data);
    const { World } = await joinFleet(Line, { path: data, fleetFile: join(data, fleetFile.name) }, name);
    stack.use(await startService({ data, origin: { from: 'demo', seed: 1, sizes: { players: 4 } } }));
    return World;
  }
  const ours = await join2('ours', {});
  const theirs = await join2('theirs', { Tenant: 'friends' });
  await until(
    'each gateway has its world',
    () => first.directory.get(ours)?.state === 'Online' && second.directory.get(theirs)?.state === 'Online',
  );
  assert.equal(first.directory.get(theirs), undefined);
  assert.equal(second.directory.get(ours), undefined);
  assert.equal((await first.fetch(`/worlds/${theirs}/v1/pdapi/version`)).status, 404);
  assert.equal((await second.fetch(`/worlds/${theirs}/v1/pdapi/version`)).status, 200);
  assert.deepEqual((await operator.getTenants()).Tenants, [
    { Name: 'main', Worlds: 1 },
    { Name: 'friends', Worlds: 1 },
  ]);
  assert.equal((await second.fetch('/v1/fleet/tenants')).status, 404, 'who runs the broker makes tenants');

  await operator.removeWorld({ params: { world: ours } });
  assert.equal((await first.fetch(`/worlds/${ours}/v1/pdapi/version`)).status, 404);
  await new Promise((resolve) => setTimeout(resolve, 6000)); // longer than a heartbeat
  assert.equal(first.directory.get(ours), undefined);
});
