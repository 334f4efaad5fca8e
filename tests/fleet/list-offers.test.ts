import assert from 'node:assert/strict';
import { jetstreamManager } from '@nats-io/jetstream';
import type { Issuer, UserBan } from '@palatine/contract';
import { fastClock } from '../harness/fast-clock.ts';
import { natsAccount, natsTest as test } from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';
import { aGateway, aWorldOf, makeProposals, user, WORLD } from './lists-harness.ts';

function byPanel(Reason: string, atMs = Date.now()): Issuer {
  const date = { Year: 2026, Month: 1, Day: 1, Hour: 0, Min: 0, Sec: 0, Msec: 0 };
  const Timestamp = { UTC: Math.floor(atMs / 1000), ...date };
  return { Type: 'rest', NameValue: 'Panel', IP: '192.0.2.1', Reason, Timestamp };
}

function banned(UserId: string, by = byPanel('griefing')): UserBan {
  return { UserId, Active: true, BannedBy: by };
}

async function setUp(Adopt: 'Adopt' | 'Offer' | 'Ignore') {
  await using undo = new AsyncDisposableStack();
  const nats = await natsAccount();
  const gateway = undo.use(await aGateway(nats, 'one', { clock: fastClock(20) }));
  await makeProposals(gateway.connection);
  await gateway.lists.putList('main', { Adopt }, 'Panel');
  const world = undo.use(await aWorldOf(nats));
  await until('the world knows the list', () => world.replica.status.whole);
  const all = undo.move();
  return { nats, gateway, world, lists: gateway.lists, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

test('a ban of a world is offered, and on the list once it is accepted', async () => {
  await using fleet = await setUp('Offer');
  const { lists, world } = fleet;
  world.setBanlist({ UserEntries: [banned('steam_1')], IPEntries: [] });
  await until('it is offered', () => lists.offers.pending('main').length === 1);
  const [offer] = lists.offers.pending('main');
  assert.deepEqual(
    [offer?.World, offer?.Id, offer?.Reason, offer?.BannedBy],
    [WORLD, 'steam_1', 'griefing', 'Panel'],
  );
  assert.deepEqual(fleet.gateway.ids(), []);
  const accepted = await lists.offers.accept('main', { World: WORLD, ...user('steam_1') }, 'Zoe');
  assert.deepEqual([accepted.State, accepted.BannedBy], ['Active', `world:${WORLD}`]);
  assert.deepEqual(lists.offers.pending('main'), []);
  await until('the world enforces the list', () => world.ids().join() === 'steam_1');
  await lists.lift('main', user('steam_1'), 'Zoe');
  assert.deepEqual(lists.offers.pending('main'), [], 'what was decided is not offered again');
});

test('a ban that is declined is not offered again, and a later one of the same player is', async () => {
  await using fleet = await setUp('Offer');
  const { lists, world } = fleet;
  const name = { World: WORLD, ...user('steam_1') };
  world.setBanlist({ UserEntries: [banned('steam_1', byPanel('griefing', 1_700_000_000_000))] });
  await until('it is offered', () => lists.offers.pending('main').length === 1);
  await lists.offers.decline('main', name, 'Zoe');
  assert.deepEqual(lists.offers.pending('main'), []);
  await assert.rejects(lists.offers.accept('main', name, 'Zoe'), { code: 'OFFER_NOT_FOUND' });
  world.setBanlist({ UserEntries: [banned('steam_1', byPanel('griefing again'))] });
  await until('the later one is offered', () => lists.offers.pending('main').length === 1);
});

test('an offer goes with the ban', async () => {
  await using fleet = await setUp('Offer');
  const { lists, world } = fleet;
  world.setBanlist({ UserEntries: [banned('steam_1'), banned('steam_2')] });
  await until('both are offered', () => lists.offers.pending('main').length === 2);
  const lifted = { ...banned('steam_1'), Active: false, UnbannedBy: byPanel('a friend') };
  world.setBanlist({ UserEntries: [lifted] }); // the other was removed by hand
  await until('none is offered', () => lists.offers.pending('main').length === 0);
});

test('a list that adopts takes a ban over, and lifts it with the world, but not one that others gave', async () => {
  await using fleet = await setUp('Adopt');
  const { lists, world, gateway } = fleet;
  await lists.put('main', user('steam_2'), { reason: 'cheating' }, 'Zoe');
  world.setBanlist({ UserEntries: [banned('steam_1'), banned('steam_2')] });
  await until('it is on the list', () => gateway.ids().length === 2);
  world.setBanlist({ UserEntries: [] });
  await until('it is lifted', () => gateway.ids().length === 1);
  assert.deepEqual(gateway.ids(), ['steam_2']);
});

test('what somebody has lifted since is not taken over again', async () => {
  await using fleet = await setUp('Adopt');
  const { lists, world, gateway } = fleet;
  world.setBanlist({ UserEntries: [banned('steam_1')] });
  await until('it is on the list', () => gateway.ids().length === 1);
  await lists.lift('main', user('steam_1'), 'Zoe');
  await lists.offers.adoptAll('main');
  assert.deepEqual(gateway.ids(), []);
});

test('a list that begins to adopt takes over what worlds have told before', async () => {
  await using fleet = await setUp('Offer');
  const { lists, world, gateway } = fleet;
  world.setBanlist({ UserEntries: [banned('steam_1')] });
  await until('it is offered', () => lists.offers.pending('main').length === 1);
  await lists.putList('main', { Adopt: 'Adopt' }, 'Zoe');
  assert.deepEqual(gateway.ids(), ['steam_1']);
});

test('a world tells nothing to lists that ignore, and never offers the ban of a list', async () => {
  await using fleet = await setUp('Ignore');
  const { lists, world, gateway } = fleet;
  world.setBanlist({ UserEntries: [banned('steam_1')] });
  const fromFleet = { ...byPanel('cheating'), Type: 'fleet', NameValue: 'main' };
  await lists.putList('main', { Adopt: 'Offer' }, 'Zoe');
  await until('the own ban is offered', () => lists.offers.pending('main').length === 1);
  world.setBanlist({ UserEntries: [banned('steam_1'), banned('steam_2', fromFleet), banned('steam_3')] });
  await until('the next is offered', () => lists.offers.pending('main').length === 2);
  const manager = await jetstreamManager(gateway.connection);
  const { state } = await manager.streams.info('PROPOSALS');
  assert.equal(state.messages, 2);
});
