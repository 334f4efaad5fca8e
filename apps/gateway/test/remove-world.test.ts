import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fleetFile } from '@palatine/data-dir/server-file';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { joinFleet } from '@palatine/server/join-fleet';
import { fastClock } from '@palatine/testing/fast-clock';
import { natsTest as test } from '@palatine/testing/nats-server';
import { runCommand, runJson } from '@palatine/testing/run-cli';
import { OWN_BROKER, startTestGateway } from '@palatine/testing/start-fleet';
import { newFolder, startService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';

test('a world that is removed is cut off, and its neighbor stays', async () => {
  const folder = newFolder();
  const inFolder = (name: string) => join(folder, name);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const gateway = stack.use(await startTestGateway(OWN_BROKER, { folder: inFolder('gateway') }));

  /** Has a world join with a line of the gateway, and starts it. */
  async function startWorld(name: string): Promise<string> {
    const { answer } = await runJson<{ Line: string }>(['fleet', 'join-code', '--data', inFolder('gateway')]);
    const data = inFolder(name);
    makePrivateFolder(data);
    const { World } = await joinFleet(
      answer.Line,
      { path: data, fleetFile: join(data, fleetFile.name) },
      name,
    );
    const origin = { from: 'demo', seed: 1, sizes: { players: 4 } } as const;
    stack.use(await startService({ data, origin, clock: fastClock(10) }));
    return World;
  }
  const statusOf = async (world: string) => (await gateway.fetch(`/worlds/${world}/v1/pdapi/version`)).status;
  const first = await startWorld('first');
  const second = await startWorld('second');
  await until('both worlds are online', () =>
    [first, second].every((world) => gateway.worlds.get(world)?.status === 'Online'),
  );

  const removed = await runCommand(['fleet', 'remove', 'first', '--data', inFolder('gateway')]);
  assert.match(removed.stdout, /^first is no longer a world of this fleet\.$/m);
  assert.equal(await statusOf(first), 404);
  for (const heartbeat of ['one', 'another']) {
    const seenMs = gateway.worlds.get(second)?.report?.atMs ?? 0;
    const isHeard = () => (gateway.worlds.get(second)?.report?.atMs ?? 0) > seenMs;
    await until(`${heartbeat} heartbeat of the neighbor`, isHeard);
  }
  assert.equal(gateway.worlds.get(first), undefined);
  assert.equal(await statusOf(second), 200);
});
