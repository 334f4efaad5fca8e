import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAMP_OBJECT_COLUMNS } from '@palatine/contract';
import { sharedSave } from '@palatine/save/testing';
import { importedSave } from '../src/testing/save-builder.ts';
import {
  aCamp,
  aContainer,
  aGameContext,
  aGuid,
  aGuild,
  aMapObject,
  aPal,
  aPlayer,
  query,
} from '../src/testing/world-builder.ts';

test('a base shows its objects as built, the contents of its storages, and its workers by their slots', () => {
  const zoe = aPlayer({ name: 'Zoe' });
  const guildChest = aContainer();
  const guild = aGuild([zoe], { chestId: guildChest.id });
  const camp = aCamp(guild);
  const bow = {
    itemId: 'Bow_Fifth',
    count: 1,
    instance: { kind: 'weapon', id: aGuid(), durability: 12.5, bullets: 3, passives: ['Legend'] },
  } as const;
  const chest = aContainer({ capacity: 4, slots: { 3: { itemId: 'Wood', count: 40 }, 1: bow } });
  const bench = aContainer();
  const at = (slot: number) => ({ containerId: camp.workers.containerId, slot });
  const [first, second] = [aPal({ place: at(0), nickname: 'Ana' }), aPal({ place: at(4) })];
  const wall = aMapObject(camp, {
    objectId: 'Wood_Wall',
    location: { x: 1, y: 2, z: 3 },
    yawDeg: -90,
    hp: 7,
    maxHp: 9,
    underConstruction: true,
    builderUid: zoe.uid,
  });
  const box = aMapObject(camp, { containerId: chest.id, storage: true });
  const game = aGameContext({
    players: [zoe],
    guilds: [guild],
    camps: [camp],
    pals: [second, first],
    containers: [guildChest, chest, bench],
    mapObjects: [
      wall,
      box,
      aMapObject(camp, { objectId: 'Workbench', containerId: bench.id }),
      aMapObject(camp, { objectId: 'GuildChest', containerId: guildChest.id, storage: true }),
      aMapObject(camp, { objectId: 'DamagableRock0002', natural: true, class: 'other' }),
    ],
  });

  const { Camp, Objects, Storages, Workers } = query(game, 'getCampDetails', { base_camp_id: camp.id });
  assert.deepEqual([Camp.Id, Camp.Counts.Storages, Camp.Workers], [camp.id, 1, 2]);
  assert.deepEqual(Objects.Columns, CAMP_OBJECT_COLUMNS);
  assert.equal(Objects.Rows.length, 4, 'the rock belongs to the landscape');
  const cells = ['building', 1, 2, 3, -90, 7, 9, true, ''];
  assert.deepEqual(Objects.Rows[0], [wall.id, 'Wood_Wall', ...cells, zoe.uid]);
  const MaxDurability = game.catalogue.itemDynamics.find('Bow_Fifth')?.durability;
  const state = { Durability: 12.5, MaxDurability, Bullets: 3, Passives: ['Legend'] };
  const Slots = [
    { Slot: 1, ItemID: 'Bow_Fifth', Count: 1, ...state },
    { Slot: 3, ItemID: 'Wood', Count: 40 },
  ];
  const storage = { Id: box.id, ObjectId: 'ItemChest', ContainerId: chest.id, Place: { X: 0, Y: 0, Z: 0 } };
  assert.deepEqual(Storages, [{ ...storage, Used: 2, Max: 4, Slots }]);
  const workers = Workers.map(({ Id, Place }) => [Id, Place]);
  assert.deepEqual(workers, [
    [first.id, { Kind: 'Camp', Id: camp.id, Slot: 0 }],
    [second.id, { Kind: 'Camp', Id: camp.id, Slot: 4 }],
  ]);
});

test(
  'every base of v1_relics shows its objects as they were built, and most of them have a builder',
  sharedSave('v1_relics'),
  async () => {
    const { world } = await importedSave('v1_relics');
    const game = aGameContext(world);
    let [all, built, turned] = [0, 0, 0];
    for (const base_camp_id of game.world.camps.keys()) {
      const { Camp, Objects, Storages, Workers } = query(game, 'getCampDetails', { base_camp_id });
      assert.equal(Workers.length, Camp.Workers);
      assert.equal(Storages.length, Camp.Counts.Storages);
      const used = Storages.reduce((sum, { Used }) => sum + Used, 0);
      assert.equal(used, Camp.Counts.Stacks);
      for (const [, , , , , , yaw, , , , , builder] of Objects.Rows) {
        all += 1;
        if (builder !== '') built += 1;
        if (yaw !== 0) turned += 1;
      }
    }
    assert.ok(all > 2000 && built / all > 0.9 && turned / all > 0.5, `${all} ${built} ${turned}`);
  },
);
