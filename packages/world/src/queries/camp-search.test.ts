import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAMP_COLUMNS, type CampsPage } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import {
  aCamp,
  aContainer,
  aGameContext,
  aGuild,
  aMapObject,
  aPal,
  aPlayer,
  query,
} from '../testing/world-builder.ts';

/** A base on the main map with one of everything, and one on the World Tree with nothing. */
function aGame() {
  const zoe = aPlayer({ name: 'Zoe' });
  const axel = aPlayer({ name: 'Axel', online: false });
  const guildChest = aContainer({ slots: { 0: { itemId: 'Stone', count: 9 } } });
  const rayne = aGuild([zoe], { name: 'Rayne', baseCampLevel: 9, chestId: guildChest.id });
  const nameless = aGuild([axel], { name: '' });
  const camp = aCamp(rayne, { location: { x: -321_654, y: 214_182, z: -762 } });
  const tree = aCamp(nameless, { location: { x: 500_000, y: -600_000, z: 9000 }, state: 'NotAvailable' });
  const chest = aContainer({ slots: { 0: { itemId: 'Wood', count: 40 }, 7: { itemId: 'Stone', count: 2 } } });
  const treasure = aContainer({ slots: { 0: { itemId: 'Money', count: 9 } } });
  const drop = aContainer({ capacity: 1, slots: { 0: { itemId: 'Berries', count: 3 } } });
  const game = aGameContext({
    players: [zoe, axel],
    guilds: [rayne, nameless],
    camps: [camp, tree],
    pals: [aPal({ place: { containerId: camp.workers.containerId, slot: 3 } })],
    containers: [guildChest, chest, treasure, drop],
    mapObjects: [
      aMapObject(camp, { objectId: 'PalBoxV2', class: 'palbox' }),
      aMapObject(camp, { containerId: chest.id, storage: true }),
      aMapObject(camp, { objectId: 'GuildChest', containerId: guildChest.id, storage: true }),
      aMapObject(camp, { objectId: 'CommonDropItem3D', class: 'dropItem', containerId: drop.id }),
      aMapObject(camp, { objectId: 'DefenseWait', class: 'defense' }),
      aMapObject(camp, { objectId: 'TreasureBox', class: 'other', natural: true, containerId: treasure.id }),
    ],
  });
  return { game, rayne, nameless, camp, tree, chest };
}

type Search = NonNullable<NonNullable<Parameters<typeof query<'searchCamps'>>[3]>['query']>;

function search(game: GameContext, input: Search = {}): CampsPage {
  return query(game, 'searchCamps', {}, { query: input });
}

const ids = (game: GameContext, input: Search): string[] => search(game, input).Rows.map(({ Id }) => Id);

test('a row has the place of a base, the nearest travel point, and its contents without the guild chest', () => {
  const { game, rayne, camp } = aGame();
  const [row] = search(game, { Guild: rayne.id }).Rows;
  const { Near, ...fields } = row ?? {};
  const ofGuild = { GuildId: rayne.id, GuildName: 'Rayne', HeadName: 'Zoe', Level: 9, Online: 1 };
  const where = { Place: { X: -321_654, Y: 214_182, Z: -762 }, AreaRangeCm: 3500, Region: 'Main' };
  const Counts = { Buildings: 2, Storages: 1, Stacks: 2, Defences: 1, Drops: 1 };
  const own = { Id: camp.id, State: 'Normal', Workers: 1, Capacity: 10, Counts };
  assert.deepEqual(fields, { ...ofGuild, ...where, ...own });
  const point = game.catalogue.places.find(Near?.Id ?? '');
  assert.equal(point?.kind, 'fastTravel');
  const others = game.catalogue.places
    .all()
    .filter(({ kind }) => kind === 'fastTravel')
    .map(({ x, y }) => Math.hypot(x - camp.location.x, y - camp.location.y));
  assert.equal(Near?.DistanceCm, Math.trunc(Math.min(...others)));
});

test('bases are found by guild, head, id and map', () => {
  const { game, rayne, nameless, camp, tree } = aGame();
  assert.deepEqual(ids(game, {}), [tree.id, camp.id], 'by the name of the head where a guild has none');
  assert.deepEqual(ids(game, { Find: 'ray' }), [camp.id]);
  assert.deepEqual(ids(game, { Find: 'AXEL' }), [tree.id]);
  assert.deepEqual(ids(game, { Find: camp.id.toLowerCase() }), [camp.id]);
  assert.deepEqual(ids(game, { Find: nameless.id }), [tree.id]);
  assert.deepEqual(ids(game, { Guild: rayne.id.replaceAll('-', '') }), [camp.id]);
  assert.deepEqual(ids(game, { Guild: 'no guild' }), []);
  assert.deepEqual(ids(game, { Region: 'Tree' }), [tree.id]);
  assert.deepEqual(ids(game, { Region: 'Main' }), [camp.id]);
});

test('every column sorts, and pages follow one another', () => {
  const { game, camp, tree } = aGame();
  for (const Sort of CAMP_COLUMNS) {
    const first = search(game, { Sort, Order: 'Descending', Limit: 1 });
    const second = search(game, { Sort, Order: 'Descending', Limit: 1, Cursor: first.Next ?? '' });
    assert.deepEqual(
      [...first.Rows, ...second.Rows].map(({ Id }) => Id).sort(),
      [camp.id, tree.id].sort(),
      Sort,
    );
    assert.equal(second.Next, undefined);
  }
  assert.equal(ids(game, { Sort: 'Stacks', Order: 'Descending' })[0], camp.id);
});

test('a cursor of another order, or none at all, is refused', () => {
  const { game } = aGame();
  const { Next = '' } = search(game, { Limit: 1 });
  assert.throws(() => search(game, { Sort: 'Level', Cursor: Next }), { code: 'VALIDATION_FAILED' });
  assert.throws(() => search(game, { Cursor: 'x' }), { code: 'VALIDATION_FAILED' });
});

test('what a base holds follows its objects and containers, also in a rollback', () => {
  const { game, camp, chest } = aGame();
  const counts = () => search(game, { Find: camp.id }).Rows[0]?.Counts;
  const before = counts();
  const savepoint = game.world.savepoint();
  game.world.containers.put({ ...chest, slots: { 0: { itemId: 'Wood', count: 40 } } });
  assert.equal(counts()?.Stacks, 1);
  const object = [...game.world.mapObjects.values()].find(({ containerId }) => containerId === chest.id);
  assert.ok(object);
  game.world.mapObjects.remove(object.id);
  assert.deepEqual([counts()?.Storages, counts()?.Stacks], [0, 0]);
  game.world.rollbackTo(savepoint);
  assert.deepEqual(counts(), before);
});
