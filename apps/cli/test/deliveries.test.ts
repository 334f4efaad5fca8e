import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { DeliveriesPage } from '@palatine/contract';
import { isRefused, runJson, succeeds } from '@palatine/testing/run-cli';
import { startAttachedService } from '@palatine/testing/start-attached-service';

const attached = await startAttachedService({ config: { playerResolution: 'Known' } });
const { Players } = await attached.service.api.getPlayers();
const uid = Players[0]?.PlayerUID ?? assert.fail('the world has no player');
after(() => attached[Symbol.asyncDispose]());

const here = (...args: string[]) => [...args, '--data', attached.data];

async function grant(count: number): Promise<string> {
  const body = { Items: [{ ItemID: 'Wood', Count: count }] };
  await attached.service.api.giveItems({ params: { player_identifier: uid }, body });
  const { Deliveries } = await attached.service.api.getDeliveries();
  return Deliveries[0]?.Id ?? assert.fail('nothing waits');
}

test('deliveries list shows what waits, for whom and from whom', async () => {
  const id = await grant(3);
  const { stdout } = await succeeds(here('deliveries', 'list', '--state', 'pending', '--player', uid));
  assert.match(stdout, new RegExp(`^\\d{4}-.*Z {2}Pending {2}${id} {2}.*3 × Wood {2}Administrator +-$`, 'm'));
  assert.match(stdout, /^Meta\.Pending +1\nMeta\.Delivering +0$/m);
  const { answer } = await runJson<DeliveriesPage>(here('deliveries', 'list'));
  assert.equal(answer.Deliveries[0]?.Id, id);
});

test('give says that what it gave waits as a delivery, and when it is in the game', async () => {
  const args = here('give', uid, 'Wood=2');
  const { stdout } = await succeeds(args);
  const newest = async () => (await attached.service.api.getDeliveries()).Deliveries[0]?.Id;
  assert.match(
    stdout,
    new RegExp(
      `^${uid} has not got it yet: 2 Wood waits as delivery ${await newest()}, and .*after .* restart of its server`,
    ),
  );
  const { answer } = await runJson<{ Delivery?: string }>(args);
  assert.equal(answer.Delivery, await newest());
});

test('deliveries cancel takes back what waits, and says which of several is refused', async () => {
  const [first, second] = [await grant(4), await grant(5)];
  const { stdout } = await succeeds(here('deliveries', 'cancel', first, second));
  assert.match(stdout, new RegExp(`^${first} is canceled: 4 × Wood for `, 'm'));
  const refusal = /^palatine: DELIVERY_ENDED: the delivery .* is canceled\n$/;
  const again = await isRefused(here('deliveries', 'cancel', first), refusal);
  assert.equal(again.stdout, '');
});

test('deliveries retry keeps a delivery waiting, and refuses one that is canceled', async () => {
  const id = await grant(6);
  const { stdout } = await succeeds(here('deliveries', 'retry', id));
  assert.match(stdout, new RegExp(`^${id} is pending: 6 × Wood`));
  await succeeds(here('deliveries', 'cancel', id));
  await isRefused(here('deliveries', 'retry', id), /DELIVERY_ENDED/);
  await isRefused(here('deliveries', 'retry', '7D1E2F30-4A5B6C7D-8E9FA0B1-C2D3E4F5'), /DELIVERY_NOT_FOUND/);
});

for (const [args, message] of [
  [['list', '--state', 'late'], /--state must be one of Pending, Delivering, .*, not "late"/],
  [['list', '--limit', '0'], /--limit must be a whole number from 1 to 500, not "0"/],
  [['cancel'], /deliveries cancel needs ID\.\.\./],
] as const) {
  test(`deliveries ${args.join(' ')} is refused`, async () => {
    await isRefused(here('deliveries', ...args), message, { code: 2 });
  });
}

test('server deliver stops the game server, delivers what waits, and starts it again', async () => {
  const id = await grant(7);
  const { stdout, stderr } = await succeeds(here('server', 'deliver', '--countdown', '0'));
  assert.match(stdout, /^Deliver: Done at .*Z: .*in the game/);
  assert.match(stderr, /Deliver: (Stopping|Editing|Starting|Verifying)/);
  const delivered = await succeeds(here('deliveries', 'list', '--state', 'Delivered'));
  assert.match(delivered.stdout, new RegExp(`Delivered {2}${id} `));
  const backups = await succeeds(here('server', 'backups'));
  assert.match(backups.stdout, /^Name +MadeAt +Files +Bytes\n\S+ {2}\d{4}-.*Z +\d+ +\d+$/m);
});
