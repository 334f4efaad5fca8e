import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createFleetClient } from '@palatine/client';
import { SCARCE_SPACES, spaceFor } from '@palatine/testing/disk-space';
import { anEvent, aWorldKey } from '@palatine/testing/fleet-messages';
import { PublishingWorld } from '@palatine/testing/fleet-streams';
import { natsClient, startNats, natsTest as test } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';
import { Program } from './chaos/program.ts';

const LIST = { list: 'main' };
const BLOCK_BYTES = 4096;
/** Free blocks of each attempt: with few of them a write fits, and its audit entry does not. */
const MAX_BLOCKS = 24;

for (const [name, make] of SCARCE_SPACES)
  test(`on ${name}, a gateway serves reads and applies exactly the writes that it confirms`, async (t) => {
    using space = spaceFor(t, make);
    if (space === undefined) return;
    await using undo = new AsyncDisposableStack();
    const nats = undo.use(await startNats());
    const connection = await natsClient(nats);
    undo.defer(() => connection.close());
    const program = new Program('gateway-process.ts', [join(space.folder, 'gateway'), '0', nats.url]);
    undo.defer(() => program.signal('SIGKILL'));
    const [firstUrl = '', token = ''] = await program.start();
    let url = firstUrl;
    const fleet = () => createFleetClient({ url, token });
    const banned = async () =>
      (await fleet().getFleetBans({ params: LIST, query: { Limit: 500 } })).Bans.map(({ Id }) => Id).sort();
    const audited = async () =>
      (await fleet().getFleetAudit({ query: { Route: 'POST /v1/fleet/lists/:list/bans', Limit: 500 } }))
        .Entries;
    const readiness = async () => (await (await fetch(`${url}/readyz`)).json()) as { Missing: string[] };
    const confirmed: string[] = [];
    let refused = 0;
    async function ban(): Promise<boolean> {
      const Id = `steam_${confirmed.length + refused}`;
      const response = await fetch(`${url}/v1/fleet/lists/main/bans`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ Id }),
      });
      assert.ok([200, 500].includes(response.status), await response.text());
      if (response.status === 200) confirmed.push(Id);
      else refused += 1;
      return response.status === 200;
    }

    await fleet().putFleetList({ params: LIST, body: {} });
    const world = new PublishingWorld(aWorldKey(1));
    const anEventOfNow = (id: number) =>
      anEvent(id, { Time: new Date().toISOString(), Data: { note: 'x'.repeat(4000) } } as object);
    world.add(anEventOfNow(1));
    await world.publish(connection);
    assert.equal(await ban(), true);

    space.runOut(program.pid);
    for (let id = 2; id <= 40; id++) world.add(anEventOfNow(id));
    const publishing = world.publish(connection);
    await until('it is not ready', async () =>
      (await readiness()).Missing.some((why) =>
        /what worlds send is not being stored: .*(full|I\/O)/.test(why),
      ),
    );
    await until('it refuses a write', async () => !(await ban()));
    for (let blocks = 0; blocks < MAX_BLOCKS; blocks++) {
      space.comeBack(program.pid);
      space.runOut(program.pid, blocks * BLOCK_BYTES);
      for (let tries = 0; tries < 3; tries++) await ban();
      assert.deepEqual(await banned(), confirmed.toSorted(), `with ${blocks} blocks free`);
    }

    space.comeBack(program.pid);
    await publishing;
    assert.deepEqual((await readiness()).Missing, []);
    assert.equal(await ban(), true);
    await program.signal('SIGKILL');
    [url = ''] = await program.start();
    assert.deepEqual(await banned(), confirmed.toSorted());
    assert.equal((await audited()).filter(({ Outcome }) => Outcome === 'OK').length, confirmed.length);
    const { Entries } = await fleet().getFleetEvents({ query: { Limit: 500 } });
    assert.equal(Entries.length, world.rows.length);
  });
