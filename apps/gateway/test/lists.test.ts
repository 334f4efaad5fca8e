import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { entryKey } from '@palatine/fleet/list-table';
import { SHARED_BUCKETS } from '@palatine/fleet/messages';
import { systemClock } from '@palatine/platform/clock';
import { worldLists } from '@palatine/server/world-lists';
import type { FleetAllowed } from '@palatine/sidecar/whitelist';
import { fastClock } from '@palatine/testing/fast-clock';
import { natsAccount, natsClient, startNats, natsTest as test } from '@palatine/testing/nats-server';
import { startTestGateway, startTestWorld } from '@palatine/testing/start-fleet';
import { newFolder } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';
import pino from 'pino';
import { aListFleet, idsOf, type ListFleet, listedAt, user } from './lists-harness.ts';

// A change that is missed and never read again is a player who was banned everywhere, and plays on in one world.

const CHEATING = { reason: 'cheating' };
const HOUR_MS = 3_600_000;
const BUCKET = `KV_${SHARED_BUCKETS.lists.name}`;

async function untilListed({ world }: Pick<ListFleet, 'world'>, ids: readonly string[]): Promise<void> {
  const expected = [...ids].sort().join();
  await until(`the world enforces ${expected}`, async () => (await listedAt(world)).join() === expected);
}

/** Has the broker publish no changes again, or publish them. */
async function republish({ fleet }: ListFleet, isOn: boolean): Promise<void> {
  await using connection = await natsClient(fleet.nats);
  const { streams } = await jetstreamManager(connection);
  const { config } = await streams.info(BUCKET);
  const src = isOn ? `$KV.${SHARED_BUCKETS.lists.name}.>` : 'none';
  const dest = isOn ? `${SHARED_BUCKETS.lists.republished}.>` : 'none.again';
  await streams.update(BUCKET, { ...config, republish: { src, dest } });
}

test('a ban counts in every world of the list, and in no other', async () => {
  await using listed = await aListFleet({ LocalUnban: false });
  const { lists, fleet } = listed;
  await using unlisted = await startTestWorld(fleet.nats, { fleet: { Lists: ['other'] } });
  lists.put('main', user('steam_1'), CHEATING, 'Panel');
  lists.put('main', { Kind: 'IP', Id: '2001:db8::1' }, CHEATING, 'Panel');
  await untilListed(listed, ['2001:db8::1', 'steam_1']);
  lists.lift('main', user('steam_1'), 'Panel');
  await untilListed(listed, ['2001:db8::1']);
  assert.deepEqual(await listedAt(unlisted), []);
});

test('a world enforces what it has while it is cut off, and reads what it missed', async () => {
  await using nats = await startNats();
  const data = newFolder();
  await using listed = await aListFleet({}, { nats, world: { data } });
  const { lists, world } = listed;
  lists.put('main', user('steam_1'), CHEATING, 'Panel');
  await untilListed(listed, ['steam_1']);
  await world.stop();
  lists.put('main', user('steam_2'), CHEATING, 'Panel');
  lists.lift('main', user('steam_1'), 'Panel');
  rmSync(join(data, 'Banlist.json'));
  await nats.kill();
  await using again = await startTestWorld(nats, { data, key: world.key });
  await untilListed({ world: again }, ['steam_1']);
  await nats.restart();
  await untilListed({ world: again }, ['steam_2']);
});

test('before everything was read once nothing is enforced, and the whitelist is off', async () => {
  using database = new DatabaseSync(':memory:');
  let allowed: FleetAllowed | undefined;
  let calls = 0;
  const writes = {
    async applyFleetLists() {
      calls += 1;
    },
  } as never; // its outcome is not read
  const lists = worldLists({
    database,
    lists: ['main'],
    writes,
    watchers: { events: () => () => {} },
    allow(now) {
      allowed = now;
    },
    clock: systemClock,
    log: pino({ level: 'silent' }),
  });
  assert.equal(allowed, 'Unknown');
  await lists.stop();
  assert.equal(calls, 0);
});

test('a change that was not heard shows as a gap, and is read', async () => {
  await using listed = await aListFleet();
  const { lists } = listed;
  lists.put('main', user('steam_1'), CHEATING, 'Panel');
  await untilListed(listed, ['steam_1']);
  await republish(listed, false);
  for (const id of ['steam_2', 'steam_3']) lists.put('main', user(id), CHEATING, 'Panel');
  await until('the broker has them', () => lists.bucket.isPushed());
  await republish(listed, true);
  lists.put('main', user('steam_4'), CHEATING, 'Panel');
  await untilListed(listed, ['steam_1', 'steam_2', 'steam_3', 'steam_4']);
});

test('a change that was not heard, and that none follows, is found by the next word of the gateway', async () => {
  await using listed = await aListFleet({}, { clock: fastClock(20) });
  const { lists } = listed;
  await until('the world has read the list', () =>
    listed.fleet.gateway.worlds.all().every(({ report }) => report?.state.listsRead === lists.table.newest),
  );
  await republish(listed, false);
  lists.put('main', user('steam_1'), CHEATING, 'Panel');
  await untilListed(listed, ['steam_1']);
});

test('changes that are made while a world asks for others are not missed', async () => {
  await using listed = await aListFleet();
  const { lists, fleet } = listed;
  const ids = Array.from({ length: 300 }, (_, number) => `steam_${number}`);
  const joining = startTestWorld(fleet.nats);
  for (const id of ids) {
    lists.put('main', user(id), CHEATING, 'Panel');
    await turn();
  }
  await using late = await joining;
  await untilListed(listed, ids);
  await untilListed({ world: late }, ids);
});

test('a broker that lost its disk is filled again by the gateway, and worlds go on', async () => {
  await using nats = await startNats();
  await using listed = await aListFleet({}, { nats });
  const { lists } = listed;
  const ids = Array.from({ length: 40 }, (_, number) => `steam_${number}`);
  for (const id of ids) lists.put('main', user(id), CHEATING, 'Panel');
  await untilListed(listed, ids);
  await nats.restart({ wiped: true });
  await using connection = await natsClient(nats);
  const kv = await new Kvm(connection).open(SHARED_BUCKETS.lists.name);
  const status = () => kv.status().catch(() => undefined); // no bucket yet
  await until('the bucket is full again', async () => (await status())?.values === 41);
  lists.put('main', user('steam_new'), CHEATING, 'Panel');
  await untilListed(listed, [...ids, 'steam_new']);
  await using late = await startTestWorld(nats);
  await untilListed({ world: late }, [...ids, 'steam_new']);
});

test('a bucket that went back in time brings nothing back, neither at a world nor at the gateway', async () => {
  await using listed = await aListFleet();
  const { lists, fleet } = listed;
  await using connection = await natsClient(fleet.nats);
  const kv = await new Kvm(connection).open(SHARED_BUCKETS.lists.name);
  const key = entryKey('main', user('steam_1'));
  const stored = async () => (await kv.get(key))?.string() ?? '';
  lists.put('main', user('steam_1'), CHEATING, 'Panel');
  await untilListed(listed, ['steam_1']);
  const before = await stored();
  lists.lift('main', user('steam_1'), 'Panel');
  await untilListed(listed, []);
  await kv.put(key, before); // the worlds hear it too
  lists.put('main', user('steam_2'), CHEATING, 'Panel');
  await untilListed(listed, ['steam_2']);
  await fleet.gateway.stop();
  await using again = await startTestGateway(fleet.nats, { folder: fleet.gateway.folder });
  await until('the bucket has the newer value', async () => (await stored()) !== before);
  assert.deepEqual(idsOf(again.lists), ['steam_2']);
});

test('a list that is deleted counts nowhere, and one of the same name begins empty', async () => {
  await using listed = await aListFleet();
  const { lists } = listed;
  lists.put('main', user('steam_1'), CHEATING, 'Panel');
  await untilListed(listed, ['steam_1']);
  lists.deleteList('main', 'Panel');
  await untilListed(listed, []);
  assert.throws(() => lists.put('main', user('steam_1'), CHEATING, 'Panel'), { code: 'LIST_NOT_FOUND' });
  lists.putList('main', {}, 'Panel');
  lists.put('main', user('steam_2'), CHEATING, 'Panel');
  await untilListed(listed, ['steam_2']);
  assert.deepEqual(idsOf(lists), ['steam_2']);
});

test('an expired entry is no longer valid, and stays on the list', async () => {
  let aheadMs = 0;
  const clock = { ...fastClock(20), now: () => Date.now() + aheadMs };
  await using listed = await aListFleet({}, { clock });
  const { lists } = listed;
  const expires = new Date(clock.now() + HOUR_MS).toISOString();
  lists.put('main', user('steam_1'), { ...CHEATING, expires }, 'Panel');
  lists.put('main', user('steam_2'), CHEATING, 'Panel');
  await untilListed(listed, ['steam_1', 'steam_2']);
  aheadMs = HOUR_MS;
  await untilListed(listed, ['steam_2']);
  const states = lists
    .page('main', {})
    .Bans.map(({ Id, State }) => [Id, State])
    .sort();
  assert.deepEqual(states, [
    ['steam_1', 'Expired'],
    ['steam_2', 'Active'],
  ]);
});

test('what somebody else than the bucket publishes is not taken for a change of it', async () => {
  await using listed = await aListFleet();
  const { lists, fleet } = listed;
  await using connection = await natsClient(fleet.nats);
  lists.put('main', user('steam_1'), CHEATING, 'Panel');
  await untilListed(listed, ['steam_1']);
  const { newest: before } = lists.table;
  const [[, text = ''] = []] = lists.table.after(before - 1, 1).rows;
  const forged = { ...(JSON.parse(text) as object), ...user('steam_2'), t: before + 1 };
  connection.publish(`lists.${entryKey('main', user('steam_2'))}`, JSON.stringify(forged));
  await connection.flush();
  lists.put('main', user('steam_3'), CHEATING, 'Panel');
  await untilListed(listed, ['steam_1', 'steam_3']);
});

test('a gateway that starts again has its lists, also one whose database is lost', async () => {
  const nats = await natsAccount();
  const folder = newFolder();
  {
    await using gateway = await startTestGateway(nats, { folder });
    gateway.lists.putList('main', {}, 'Panel');
    gateway.lists.put('main', user('steam_1'), CHEATING, 'Panel');
    await until('the broker has it', () => gateway.lists.bucket.isPushed());
  }
  {
    await using gateway = await startTestGateway(nats, { folder });
    assert.deepEqual(idsOf(gateway.lists), ['steam_1']);
    gateway.lists.put('main', user('steam_2'), CHEATING, 'Panel');
    await until('the broker has it', () => gateway.lists.bucket.isPushed());
  }
  await using restarted = await startTestGateway(nats);
  await until('it has read the bucket', () => restarted.lists.lists().length === 1);
  assert.deepEqual(idsOf(restarted.lists), ['steam_1', 'steam_2']);
});

test('lists leave room in the ban list of a world for the bans that it gives itself', async () => {
  await using listed = await aListFleet();
  const { lists, world } = listed;
  const entries = Array.from({ length: 5000 }, (_, number) => ({
    subject: user(`steam_${number}`),
    reason: '',
  }));
  await lists.putAll('main', entries, 'Panel');
  assert.throws(() => lists.put('main', user('steam_more'), CHEATING, 'Panel'), {
    code: 'VALIDATION_FAILED',
  });
  await until('all are enforced', async () => (await listedAt(world)).length === 5000);
  await world.api.banPlayer({ params: { player_identifier: 'steam_own' } });
});
