import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAP_LAYERS, ZERO_GUID } from '@palatine/contract';
import type { MapObject } from '../state/model.ts';
import { World } from '../state/world.ts';
import { aContainer, aGameContext, aMapObject, aPal, query } from '../testing/world-builder.ts';

function aDropped(objectId: string, overrides: Partial<MapObject> = {}): MapObject {
  return aMapObject({ id: ZERO_GUID }, { objectId, class: 'other', ...overrides });
}

function aGame() {
  const world = new World({ name: 'Test', origin: 'save', createdAtMs: 0, seed: 1 });
  const loot = aContainer({
    slots: { 0: { itemId: 'Wood', count: 5 }, 1: { itemId: 'Axe_Tier_00', count: 1 } },
  });
  world.containers.put(loot);
  const chest = aDropped('DeathPenaltyChest', { containerId: loot.id, storage: true, builderUid: 'U' });
  const objects = [
    chest,
    aDropped('CommonDropItem3D', { class: 'dropItem', location: { x: 500_000, y: -600_000, z: 0 } }),
    aDropped('SupplyDrop'),
    aDropped('TreasureBox_Oilrig', { natural: true }),
    aDropped('PalEgg_Fire', { natural: true }),
    aDropped('Palegg'),
    aDropped('DamagableRock0002', { natural: true }),
    aDropped('ItemChest', { class: 'building' }),
  ];
  for (const object of objects) world.mapObjects.put(object);
  const flags = { uncapturable: false, aiDisabled: false, damageMeter: false };
  const options = { location: { x: 5, y: 6, z: 7 }, ...flags, healthMultiplier: 1, disabledStatuses: [] };
  const anubis = aPal({ species: 'Anubis', level: 50, summoned: options });
  world.characters.put(anubis);
  world.characters.put(aPal());
  return { game: aGameContext(world), chest, anubis };
}

const mapOf = (
  game: ReturnType<typeof aGame>['game'],
  input: { Layers?: string; Region?: 'Main' | 'Tree' } = {},
) => query(game, 'getMapMarks', {}, { query: input });

test('each layer shows the objects with its ids, and nothing that players built', () => {
  const { game, chest, anubis } = aGame();
  const layers = mapOf(game);
  assert.deepEqual(Object.keys(layers).sort(), MAP_LAYERS.toSorted());
  for (const { Total, Marks } of Object.values(layers)) assert.deepEqual([Total, Marks.length], [1, 1]);
  const largest = { ItemID: 'Wood', Count: 5, Stacks: 2 };
  const mark = { Id: chest.id, ObjectId: 'DeathPenaltyChest', Place: { X: 0, Y: 0, Z: 0 }, Uid: 'U' };
  assert.deepEqual(layers.DeathChests?.Marks, [{ ...mark, ...largest }]);
  assert.deepEqual(layers.Summoned?.Marks, [
    { Id: anubis.id, PalID: 'Anubis', UniqueNPCID: '', Nickname: '', Level: 50, Place: { X: 5, Y: 6, Z: 7 } },
  ]);
  assert.equal(
    layers.Eggs?.Marks[0]?.ObjectId,
    'PalEgg_Fire',
    'an egg that a Pal of a base has laid is not a wild one',
  );
});

test('only the layers that are named are in the answer, in any case', () => {
  const { game } = aGame();
  assert.deepEqual(Object.keys(mapOf(game, { Layers: 'drops, EGGS' })), ['Drops', 'Eggs']);
  assert.throws(() => mapOf(game, { Layers: 'Drops,Rocks' }), { code: 'VALIDATION_FAILED' });
});

test('a region shows what is on its map', () => {
  const { game } = aGame();
  const tree = mapOf(game, { Region: 'Tree' });
  assert.deepEqual([tree.Drops?.Total, tree.DeathChests?.Total, tree.Summoned?.Total], [1, 0, 0]);
  const main = mapOf(game, { Region: 'Main' });
  assert.deepEqual([main.Drops?.Total, main.DeathChests?.Total], [0, 1]);
});
