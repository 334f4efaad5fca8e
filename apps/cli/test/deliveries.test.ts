import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { DeliveriesPage } from '@palatine/contract';
import { runCommand } from '@palatine/testing/run-cli';
import { startAttachedService } from '@palatine/testing/start-attached-service';

const attached = await startAttachedService({ config: { playerResolution: 'Known' } });
const { Players } = await attached.service.api.getPlayers();
const uid = Players[0]?.PlayerUID ?? assert.fail('nobody is in the world');
after(() => attached[Symbol.asyncDispose]());

const run = (...args: string[]) => runCommand(['deliveries', ...args, '--data', attached.data]);

async function grant(count: number): Promise<string> {
  const body = { Items: [{ ItemID: 'Wood', Count: count }] };
  await attached.service.api.giveItems({ params: { player_identifier: uid }, body });
  const { Deliveries } = await attached.service.api.getDeliveries();
  return Deliveries[0]?.Id ?? assert.fail('nothing waits');
}

test('deliveries list shows what waits, for whom and from whom', async () => {
  const id = await grant(3);
  const { code, stdout, stderr } = await run('list', '--state', 'pending', '--player', uid);
  assert.equal(code, 0, stderr);
  assert.match(stdout, new RegExp(`^\\d{4}-.* UTC {2}Pending {2}${id} {2}.*3 × Wood {2}Administrator$`, 'm'));
  assert.match(stdout, /^1 wait, 0 are being delivered\.$/m);
  const json = await run('list', '--json');
  assert.equal((JSON.parse(json.stdout) as DeliveriesPage).Deliveries[0]?.Id, id);
});

test('give says that what it gave waits as a delivery, and when it is in the game', async () => {
  const args = ['give', uid, 'Wood=2', '--data', attached.data];
  const { code, stdout, stderr } = await runCommand(args);
  assert.equal(code, 0, stderr);
  const newest = async () => (await attached.service.api.getDeliveries()).Deliveries[0]?.Id;
  assert.match(
    stdout,
    new RegExp(
      `^${uid} has not got it yet: 2 Wood waits as delivery ${await newest()}, and .*after .* restart of its server`,
    ),
  );
  const json = JSON.parse((await runCommand([...args, '--json'])).stdout) as { Delivery?: string };
  assert.equal(json.Delivery, await newest());
});

test('deliveries cancel takes back what waits, and says which of several is refused', async () => {
  const [first, second] = [await grant(4), await grant(5)];
  const canceled = await run('cancel', first, second);
  assert.equal(canceled.code, 0, canceled.stderr);
  assert.match(canceled.stdout, new RegExp(`^${first} is canceled: 4 × Wood for `, 'm'));
  const again = await run('cancel', first);
  assert.deepEqual([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, /^palatine: DELIVERY_ENDED: the delivery .* is canceled\n$/);
});

test('deliveries retry keeps a delivery waiting, and refuses one that is canceled', async () => {
  const id = await grant(6);
  const { code, stdout } = await run('retry', id);
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`^${id} is pending: 6 × Wood`));
  await run('cancel', id);
  assert.match((await run('retry', id)).stderr, /DELIVERY_ENDED/);
  assert.match((await run('retry', '7D1E2F30-4A5B6C7D-8E9FA0B1-C2D3E4F5')).stderr, /DELIVERY_NOT_FOUND/);
});

for (const [args, message] of [
  [['list', '--state', 'late'], /--state must be one of Pending, Delivering, .*, not "late"/],
  [['list', '--limit', '0'], /--limit must be a whole number from 1 to 500, not "0"/],
  [['cancel'], /deliveries cancel needs ID\.\.\./],
] as const) {
  test(`deliveries ${args.join(' ')} is refused`, async () => {
    const { code, stderr } = await run(...args);
    assert.equal(code, 2);
    assert.match(stderr, message);
  });
}

test('server deliver stops the game server, delivers what waits, and starts it again', async () => {
  const id = await grant(7);
  const args = ['server', 'deliver', '--countdown', '0', '--data', attached.data];
  const { code, stdout, stderr } = await runCommand(args);
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /^Deliver: Done at .* UTC: .*in the game/);
  assert.match(stderr, /Deliver: (Stopping|Editing|Starting|Verifying)/);
  const { stdout: list } = await run('list', '--state', 'Delivered');
  assert.match(list, new RegExp(`Delivered {2}${id} `));
  const backups = await runCommand(['server', 'backups', '--data', attached.data]);
  assert.match(backups.stdout, /^\S+ {2}\d{4}-.* UTC {2}\d+ files/);
});
