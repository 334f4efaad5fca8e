import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepted } from '@palatine/testing/delivery-builder';
import { COMMANDS, type GameContext, runDelivery } from '@palatine/world';
import {
  aCamp,
  aGameContext,
  aGameContextWith,
  aGuild,
  allRecords,
  aPlayer,
  emittedEvents,
  filesOf,
  PANEL,
  snapshot,
} from '@palatine/world/testing';

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
