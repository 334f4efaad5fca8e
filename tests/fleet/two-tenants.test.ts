import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createFleetClient } from '@palatine/client';
import { fleetFile } from '@palatine/server/data-folder/fleet-file.ts';
import { makePrivateFolder } from '@palatine/server/data-folder/private-files.ts';
import { joinFleet } from '@palatine/server/fleet/join-fleet.ts';
import { freePorts } from '../harness/free-ports.ts';
import { noNats } from '../harness/nats-server.ts';
import { runCommand, runJson } from '../harness/run-cli.ts';
import { startTestGateway, type TestGateway } from '../harness/start-fleet.ts';
import { newFolder, startService } from '../harness/start-service.ts';
import { until } from '../harness/until.ts';

/** Longer than the time between two heartbeats. */
const HEARTBEAT_MS = 6000;

test('two communities share a broker and see nothing of each other, and a world that is removed is cut off', {
  skip: noNats,
}, async () => {
  const folder = newFolder();
  const inFolder = (name: string) => join(folder, name);
  const [port = 0, joinPort = 0] = await freePorts(2);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const first = stack.use(
    await startTestGateway([], {
      folder: inFolder('first'),
      broker: { host: '127.0.0.1', port, joinPort, advertise: '127.0.0.1' },
    }),
  );
  const type = (...words: string[]) => runCommand(['fleet', ...words, '--data', inFolder('first')]);

  const added = await type('tenant', 'add', 'friends', inFolder('friends'));
  assert.equal(added.code, 0, added.stderr);
  assert.match(added.stdout, /palatine fleet start --nats tls:\/\/127\.0\.0\.1:\d+ --creds "/);
  const again = await type('tenant', 'add', 'friends', inFolder('friends-again'));
  assert.equal(again.code, 1);
  assert.match(again.stderr, /friends/);
  const fileOf = (name: string) => readFileSync(join(inFolder('friends'), name), 'utf8');
  const servers = [`tls://127.0.0.1:${port}`];
  const second = stack.use(
    await startTestGateway(servers, {
      folder: inFolder('second'),
      broker: {
        servers,
        ca: fileOf('ca.pem'),
        credentials: fileOf('worlds.creds'),
        controlCredentials: fileOf('control.creds'),
      },
    }),
  );

  /** Has a world join with a line of the first gateway, and starts it. */
  async function startWorld(name: string, ...flags: string[]): Promise<string> {
    const { answer } = await runJson<{ Line: string }>([
      ...['fleet', 'join-code', ...flags, '--data', inFolder('first')],
    ]);
    const data = inFolder(name);
    makePrivateFolder(data);
    const { World } = await joinFleet(
      answer.Line,
      { path: data, fleetFile: join(data, fleetFile.name) },
      name,
    );
    stack.use(await startService({ data, origin: { from: 'demo', seed: 1, sizes: { players: 4 } } }));
    return World;
  }
  const statusOf = async (gateway: TestGateway, world: string) =>
    (await gateway.fetch(`/worlds/${world}/v1/pdapi/version`)).status;
  const ours = await startWorld('ours');
  const theirs = await startWorld('theirs', '--tenant', 'friends');
  await until(
    'each gateway has its world',
    () => first.directory.get(ours)?.state === 'Online' && second.directory.get(theirs)?.state === 'Online',
  );
  assert.deepEqual([first.directory.get(theirs), second.directory.get(ours)], [undefined, undefined]);
  assert.deepEqual([await statusOf(first, theirs), await statusOf(second, theirs)], [404, 200]);
  assert.match((await type('tenant', 'list')).stdout, /^main +1\nfriends +1$/m);
  assert.equal((await second.fetch('/v1/fleet/tenants')).status, 404, 'who runs the broker makes tenants');

  const operator = createFleetClient({ url: first.url, token: first.token });
  const { Secret } = await operator.createFleetToken({
    body: { Name: 'Joining', Permissions: ['Palatine.Fleet.Worlds.Join'], Worlds: ['*'] },
  });
  const joining = createFleetClient({ url: first.url, token: Secret });
  assert.match((await joining.createJoinCode({ body: {} })).Line, /^palatine:/);
  await assert.rejects(joining.createJoinCode({ body: { Tenant: 'friends' } }), {
    code: 'MISSING_PERMISSION',
  });
  await assert.rejects(operator.createJoinCode({ body: { Tenant: 'nobody' } }), {
    code: 'VALIDATION_FAILED',
  });

  assert.match((await type('remove', 'ours')).stdout, /^ours is no longer a world of this fleet\.$/m);
  assert.equal(await statusOf(first, ours), 404);
  await new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS));
  assert.equal(first.directory.get(ours), undefined);
  assert.equal(await statusOf(second, theirs), 200);
});
