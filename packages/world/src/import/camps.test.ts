import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import { aSaveCamp, aSaveGuild, aSaveObject, imported } from '../testing/save-builder.ts';
import { aGuid } from '../testing/world-builder.ts';

test('camps stand in the order of their guild, and one without a guild still stands', () => {
  const [first, second, orphan] = [aSaveCamp(), aSaveCamp(), aSaveCamp({ guildId: aGuid() })];
  const guild = aSaveGuild([], { campIds: [second.id, aGuid(), first.id] });
  const world = imported({ groups: [guild], camps: [orphan, first, second] });

  assert.deepEqual(
    [...world.camps.values()].map(({ id, guildId }) => [id, guildId]),
    [
      [second.id, guild.id],
      [first.id, guild.id],
      [orphan.id, ZERO_GUID],
    ],
  );
});

test('of the map only what is in a camp comes in, classified as a deletion counts it', () => {
  const camp = aSaveCamp();
  const [chest, bench] = [aGuid(), aGuid()];
  const builderUid = aGuid();
  const inCamp = (mapObjectId: string, more: Parameters<typeof aSaveObject>[0] = {}) =>
    aSaveObject({ mapObjectId, campId: camp.id, builderUid, ...more });
  const world = imported({
    camps: [camp],
    itemContainers: [chest, bench].map((id) => ({ id, capacity: 2, storedSlots: 0, slots: [] })),
    mapObjects: [
      aSaveObject(),
      aSaveObject({ campId: aGuid() }),
      inCamp('palboxv2'),
      inCamp('CommonDropItem3D'),
      inCamp('DefenseMinigun'),
      inCamp('DefenseWall_Wood'),
      inCamp('Rock', { spawnerId: aGuid() }),
      inCamp('ItemChest', { itemContainer: { id: chest, usage: 1 } }),
      inCamp('WorkBench', { itemContainer: { id: bench, usage: 0 } }),
      inCamp('ItemChest_02', { itemContainer: { id: aGuid(), usage: 1 } }),
    ],
  });

  assert.deepEqual(
    [...world.mapObjects.values()].map((object) => [
      object.objectId,
      object.class,
      object.containerId,
      object.storage,
    ]),
    [
      ['palboxv2', 'palbox', null, false],
      ['CommonDropItem3D', 'dropItem', null, false],
      ['DefenseMinigun', 'defense', null, false],
      ['DefenseWall_Wood', 'building', null, false],
      ['Rock', 'other', null, false],
      ['ItemChest', 'building', chest, true],
      ['WorkBench', 'building', bench, false],
      ['ItemChest_02', 'building', null, false],
    ],
  );
});
