import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepted } from '@palatine/testing/delivery-builder';
import { pluck } from '@palatine/testing/pluck';
import { COMMANDS } from '@palatine/world/commands';
import { runDelivery } from '@palatine/world/deliveries';
import type { GameContext } from '@palatine/world/game-context';
import type { DeliveryBatch } from '@palatine/world/model';
import { aGameContextWith, filesOf } from '@palatine/world/testing/grants';
import { allRecords, emittedEvents, PANEL, snapshot } from '@palatine/world/testing/run-command';
import { aCamp, aGameContext, aGuild, aPlayer } from '@palatine/world/testing/worlds';
import { changeDelivery, deliveriesPage, deliveryStep } from './deliveries.ts';

const items = (Count: number, ItemID = 'PalSphere') => ({ Items: [{ ItemID, Count }] });

function giveItems(game: GameContext, uid: string, Count: number, ItemID?: string) {
  return accepted(game, 'giveItems', {
    params: { player_identifier: uid },
    body: items(Count, ItemID),
    target: uid,
  });
}

function worldWithoutDeliveries(game: GameContext): object {
  const { deliveries: _, events: __, ...rest } = allRecords(game.world);
  return structuredClone(rest);
}

test('a pending grant has the response of a grant, and is in no table but the deliveries', () => {
  const { game, zoe } = aGameContextWith();
  const before = worldWithoutDeliveries(game);
  const direct = aGameContextWith();
  const params = { player_identifier: direct.zoe.uid };
  const reply = COMMANDS.giveItems(direct.game, { params, body: items(10), issuer: PANEL });
  const { id, reply: waiting } = giveItems(game, zoe.uid, 10);
  assert.deepEqual(waiting, reply);
  assert.deepEqual(worldWithoutDeliveries(game), before);
  const [delivery] = game.world.deliveries.values();
  const actual = [delivery?.id, delivery?.state, delivery?.uid, delivery?.summary, delivery?.issuer.name];
  assert.deepEqual(actual, [id, 'Pending', zoe.uid, '10 × PalSphere', 'Shop']);
});

test('the only event is that it is pending, and its id follows the previous one', () => {
  const { game, zoe } = aGameContextWith();
  const { lastEventId } = game.world;
  const { id } = giveItems(game, zoe.uid, 10);
  assert.deepEqual(emittedEvents(game.world, 'delivery.pending'), [
    { id, target: zoe.uid, summary: '10 × PalSphere', issuer: 'Shop' },
  ]);
  assert.equal(emittedEvents(game.world, 'grant').length, 0);
  assert.equal(game.world.lastEventId, lastEventId + 1);
});

test('a grant that does not fit with the pending ones is refused', () => {
  const { game, zoe } = aGameContextWith({ inventory: { Items: {} } });
  const room = 42 * (game.catalogue.items.find('Wood')?.stack ?? 0);
  giveItems(game, zoe.uid, room - 5, 'Wood');
  const before = snapshot(game.world);
  assert.throws(() => giveItems(game, zoe.uid, 6, 'Wood'), { code: 'VALIDATION_FAILED' });
  assert.deepEqual(snapshot(game.world), before);
  giveItems(game, zoe.uid, 5, 'Wood');
});

test('a loading player can receive a grant, and stays loading', () => {
  const { game, zoe } = aGameContextWith({ characterLoaded: false });
  giveItems(game, zoe.uid, 1);
  assert.equal(game.world.sessions.get(zoe.uid)?.characterLoaded, false);
});

test('a pending technology can be forgotten, in the same order', () => {
  const { game, zoe } = aGameContextWith();
  const params = { player_identifier: zoe.uid };
  const body = { Technology: ['Workbench'] };
  accepted(game, 'learnTechnologies', { params, body });
  const { reply } = accepted(game, 'forgetTechnologies', { params, body });
  assert.match(JSON.stringify(reply), /Workbench/);
  const { world } = game;
  for (const delivery of [...world.deliveries.values()]) runDelivery(game, delivery);
  assert.deepEqual(world.players.get(zoe.uid)?.technologies, []);
});

test('a grant uses the Pal template as it was when accepted', () => {
  const templates = { Lucky: { PalID: 'SheepBall', Nickname: 'Lucky', Level: 12 } };
  const { game, zoe } = aGameContextWith({}, { files: filesOf(templates) });
  accepted(game, 'givePalTemplates', {
    params: { player_identifier: zoe.uid },
    body: { PalTemplates: ['Lucky'] },
  });
  const [delivery] = game.world.deliveries.values();
  assert.ok(delivery);
  runDelivery({ ...game, files: filesOf({}) }, delivery);
  const nicknames = [...game.world.characters.values()].map(({ nickname }) => nickname);
  assert.ok(nicknames.includes('Lucky'));
});

test('a second deletion of a base has the answer of the first one, and adds no delivery', () => {
  const zoe = aPlayer();
  const guild = aGuild([zoe]);
  const camp = aCamp(guild);
  const game = aGameContext({ players: [zoe], guilds: [guild], camps: [camp] });
  const call = { params: { base_camp_id: camp.id }, target: camp.id };
  const { id, reply } = accepted(game, 'deleteBase', call);
  assert.match((reply as { Archive: string }).Archive, /^Archives\/deletebase-.*\.json\.gz$/);
  assert.ok(game.world.camps.has(camp.id));
  const again = accepted({ ...game, now: () => game.now() + 60_000 }, 'deleteBase', call);
  assert.deepEqual([again.id, again.reply], [id, reply]);
  assert.equal(game.world.deliveries.size, 1);
});

test('a grant is refused, and changes nothing, where deliveries are not allowed', () => {
  const { game, zoe } = aGameContextWith();
  const before = snapshot(game.world);
  const call = { params: { player_identifier: zoe.uid }, body: items(10) };
  const refuse = { deliveries: 'Refuse', alertAs: 'Refuse' } as const;
  assert.throws(() => accepted(game, 'giveItems', call, refuse), { code: 'GRANT_FAILED' });
  assert.throws(
    () => accepted(game, 'learnTechnologies', { ...call, body: { Technology: ['Workbench'] } }, refuse),
    { code: 'REQUEST_FAILED' },
  );
  assert.deepEqual(snapshot(game.world), before);
});

test('the pending deliveries of a player are limited', () => {
  const { game, zoe } = aGameContextWith();
  for (let count = 0; count < 256; count++) giveItems(game, zoe.uid, 1);
  assert.throws(() => giveItems(game, zoe.uid, 1), {
    code: 'GRANT_FAILED',
    message: /256 deliveries are already pending/,
  });
});

function waiting(count: number): { game: GameContext; ids: string[]; uid: string } {
  const { game, zoe } = aGameContextWith();
  const ids = Array.from({ length: count }, () => giveItems(game, zoe.uid, 1, 'Wood').id);
  return { game, ids, uid: zoe.uid };
}

function aBatch(deliveries: readonly string[]): DeliveryBatch {
  return { id: 'batch-1', atMs: 1, folder: 'save', state: 'writing', deliveries, before: {}, after: {} };
}

const statesOf = ({ world }: GameContext) => [...world.deliveries.values()].map(({ state }) => state);

test('a delivery goes from pending to delivering to its event', () => {
  const { game, ids } = waiting(2);
  assert.equal(deliveryStep(game, { step: 'read' }).pending.length, 2);
  deliveryStep(game, { step: 'begin', batch: aBatch(ids) });
  assert.deepEqual(statesOf(game), ['Delivering', 'Delivering']);
  const { batches } = deliveryStep(game, { step: 'written', batch: 'batch-1' });
  assert.deepEqual(pluck(batches, 'state'), ['written']);
  assert.equal(emittedEvents(game.world, 'delivery.delivered').length, 0);
  assert.deepEqual(deliveryStep(game, { step: 'delivered', batch: 'batch-1' }).batches, []);
  assert.deepEqual(statesOf(game), ['Delivered', 'Delivered']);
  assert.deepEqual(pluck(emittedEvents(game.world, 'delivery.delivered'), 'id'), ids);
});

test('a repeated step changes nothing', () => {
  const { game, ids } = waiting(1);
  deliveryStep(game, { step: 'begin', batch: aBatch(ids) });
  deliveryStep(game, { step: 'delivered', batch: 'batch-1' });
  const before = snapshot(game.world);
  deliveryStep(game, { step: 'delivered', batch: 'batch-1' });
  deliveryStep(game, { step: 'reverted', batch: 'batch-1', reason: 'late' });
  deliveryStep(game, { step: 'written', batch: 'batch-1' });
  assert.deepEqual(snapshot(game.world), before);
});

test('a reverted delivery is pending again, with the reason', () => {
  const { game, ids } = waiting(1);
  deliveryStep(game, { step: 'begin', batch: aBatch(ids) });
  deliveryStep(game, { step: 'reverted', batch: 'batch-1', reason: 'the server did not start' });
  const [delivery] = game.world.deliveries.values();
  const expected = ['Pending', 'the server did not start', '', 1];
  assert.deepEqual([delivery?.state, delivery?.reason, delivery?.batch, delivery?.attempts], expected);
});

test('a batch does not begin with a canceled delivery', () => {
  const { game, ids } = waiting(2);
  changeDelivery(game, 'cancelDelivery', ids[1] ?? '');
  assert.throws(() =>
    game.world.transaction(() => deliveryStep(game, { step: 'begin', batch: aBatch(ids) })),
  );
  assert.deepEqual(statesOf(game), ['Pending', 'Canceled']);
});

test('a rejected delivery stays pending with its reason, and a permanently rejected one fails', () => {
  const { game, ids } = waiting(2);
  const [full = '', gone = ''] = ids;
  deliveryStep(game, {
    step: 'rejected',
    rejected: [
      { id: full, reason: 'Items is full', permanent: false },
      { id: gone, reason: 'the player is gone', permanent: true },
    ],
  });
  assert.deepEqual(statesOf(game), ['Pending', 'Failed']);
  assert.equal(game.world.deliveries.get(full)?.reason, 'Items is full');
  const actual = emittedEvents(game.world, 'delivery.failed').map(({ id, reason }) => [id, reason]);
  assert.deepEqual(actual, [[gone, 'the player is gone']]);
  changeDelivery(game, 'retryDelivery', gone);
  assert.deepEqual(statesOf(game), ['Pending', 'Pending']);
});

test('a delivery that is being delivered or has ended can be neither canceled nor retried', () => {
  const { game, ids } = waiting(1);
  const [id = ''] = ids;
  deliveryStep(game, { step: 'begin', batch: aBatch(ids) });
  assert.throws(() => changeDelivery(game, 'cancelDelivery', id), { code: 'DELIVERY_ENDED' });
  deliveryStep(game, { step: 'delivered', batch: 'batch-1' });
  assert.throws(() => changeDelivery(game, 'retryDelivery', id), { code: 'DELIVERY_ENDED' });
  assert.throws(() => changeDelivery(game, 'retryDelivery', 'no id'), { code: 'DELIVERY_NOT_FOUND' });
});

test('pages of deliveries show each once, newest first', () => {
  const { game, ids, uid } = waiting(5);
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = deliveriesPage(game.world, { state: 'Pending', player: uid, limit: 2, cursor });
    assert.deepEqual(page.Meta, { Pending: 5, Delivering: 0 });
    listed.push(...page.Deliveries.map(({ Id }) => Id));
    cursor = page.Next;
  } while (cursor !== undefined);
  assert.deepEqual(listed, ids.toReversed());
  const others = { state: undefined, player: 'steam_1', limit: 2, cursor: undefined };
  assert.deepEqual(deliveriesPage(game.world, others).Deliveries, []);
});
