import assert from 'node:assert/strict';
import type { FleetListSettings } from '@palatine/contract';
import { natsTest as test } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';
import { aListFleet, idsOf, listedAt, user } from './lists-harness.ts';

async function setUp(Adopt: NonNullable<FleetListSettings['Adopt']>) {
  const listed = await aListFleet({ Adopt });
  const { world, lists } = listed;
  const name = (id: string) => ({ World: world.key, ...user(id) });
  return {
    ...listed,
    name,
    offers: () => lists.offersPage('main', {}).Offers,
    ban: (id: string) =>
      world.api.banPlayer({ params: { player_identifier: id }, body: { Reason: 'griefing' } }),
    unban: (user_id: string) => world.api.unbanPlayer({ params: { user_id } }),
    untilOffered: (...ids: string[]) =>
      until(`${ids} are offered`, () => {
        const { Offers } = lists.offersPage('main', {});
        return Offers.map(({ Id }) => Id).join() === ids.join();
      }),
    untilOn: (...ids: string[]) => until(`${ids} are on the list`, () => idsOf(lists).join() === ids.join()),
  };
}

test('a ban of a world is offered, and on the list once it is accepted', async () => {
  await using fleet = await setUp('Offer');
  const { lists, world, name } = fleet;
  await fleet.ban('steam_1');
  await fleet.untilOffered('steam_1');
  const [offer] = fleet.offers();
  assert.deepEqual([offer?.World, offer?.Reason], [world.key, 'griefing']);
  assert.deepEqual(idsOf(lists), []);
  const accepted = lists.accept('main', name('steam_1'));
  assert.deepEqual([accepted.State, accepted.BannedBy], ['Active', `world:${world.key}`]);
  assert.deepEqual(fleet.offers(), []);
  lists.lift('main', user('steam_1'), 'Zoe');
  assert.deepEqual(fleet.offers(), [], 'what was decided is not offered again');
});

test('a ban that is declined is not offered again, and a later one of the same player is', async () => {
  await using fleet = await setUp('Offer');
  const { lists, name } = fleet;
  await fleet.ban('steam_1');
  await fleet.untilOffered('steam_1');
  lists.decline('main', name('steam_1'));
  assert.deepEqual(fleet.offers(), []);
  assert.throws(() => lists.accept('main', name('steam_1')), { code: 'OFFER_NOT_FOUND' });
  await fleet.unban('steam_1');
  await fleet.ban('steam_1');
  await fleet.untilOffered('steam_1');
});

test('an offer goes with the ban', async () => {
  await using fleet = await setUp('Offer');
  await fleet.ban('steam_1');
  await fleet.ban('steam_2');
  await fleet.untilOffered('steam_1', 'steam_2');
  await fleet.unban('steam_1');
  await fleet.untilOffered('steam_2');
});

test('a list that adopts takes a ban over, and lifts it with the world, but not one that others gave', async () => {
  await using fleet = await setUp('Adopt');
  fleet.lists.put('main', user('steam_2'), { reason: 'cheating' }, 'Zoe');
  await fleet.ban('steam_1');
  await fleet.ban('steam_2');
  await fleet.untilOn('steam_1', 'steam_2');
  await fleet.unban('steam_2');
  await fleet.unban('steam_1');
  await fleet.untilOn('steam_2');
});

test('what somebody has lifted since is not taken over again', async () => {
  await using fleet = await setUp('Adopt');
  await fleet.ban('steam_1');
  await fleet.untilOn('steam_1');
  fleet.lists.lift('main', user('steam_1'), 'Zoe');
  await fleet.ban('steam_2');
  await fleet.untilOn('steam_2');
});

test('a list that begins to adopt takes over what worlds have told before', async () => {
  await using fleet = await setUp('Offer');
  await fleet.ban('steam_1');
  await fleet.untilOffered('steam_1');
  fleet.lists.putList('main', { Adopt: 'Adopt' }, 'Zoe');
  assert.deepEqual(idsOf(fleet.lists), ['steam_1']);
});

test('a list that ignores takes nothing, and the ban of a list is never offered', async () => {
  await using fleet = await setUp('Ignore');
  const { lists, world } = fleet;
  lists.put('main', user('steam_2'), { reason: 'cheating' }, 'Zoe');
  await until('it is enforced', async () => (await listedAt(world)).join() === 'steam_2');
  await fleet.ban('steam_1');
  lists.putList('main', { Adopt: 'Offer' }, 'Zoe');
  await fleet.untilOffered('steam_1');
});
