import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import { aSaveBody, aSaveCamp, aSaveFile, aSaveObject, aSavePal, imported } from '../testing/save-builder.ts';
import { aGuid } from '../testing/world-builder.ts';

test('the objects of a camp are imported as a deletion counts them, and those of the landscape after them', () => {
  const camp = aSaveCamp();
  const [chest, bench, treasure] = [aGuid(), aGuid(), aGuid()];
  const builderUid = aGuid();
  const inCamp = (mapObjectId: string, more: Parameters<typeof aSaveObject>[0] = {}) =>
    aSaveObject({ mapObjectId, campId: camp.id, builderUid, ...more });
  const world = imported({
    camps: [camp],
    itemContainers: [chest, bench, treasure].map((id) => ({ id, capacity: 2, storedSlots: 0, slots: [] })),
    mapObjects: [
      aSaveObject({
        mapObjectId: 'TreasureBox',
        spawnerId: aGuid(),
        itemContainer: { id: treasure, usage: 0 },
      }),
      aSaveObject({ mapObjectId: 'Workbench', builderUid, campId: aGuid() }), // of a camp that is not there
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
  const mapObjects = [...world.mapObjects.values()].map((object) => [
    object.objectId,
    object.campId === camp.id,
    object.class,
    object.natural,
    object.containerId,
    object.storage,
  ]);
  assert.deepEqual(mapObjects, [
    ['palboxv2', true, 'palbox', false, null, false],
    ['CommonDropItem3D', true, 'dropItem', false, null, false],
    ['DefenseMinigun', true, 'defense', false, null, false],
    ['DefenseWall_Wood', true, 'building', false, null, false],
    ['Rock', true, 'other', true, null, false],
    ['ItemChest', true, 'building', false, chest, true],
    ['WorkBench', true, 'building', false, bench, false],
    ['ItemChest_02', true, 'building', false, null, false],
    ['TreasureBox', false, 'other', true, treasure, false],
    ['Workbench', false, 'building', false, null, false],
  ]);
  const campIds = [...world.mapObjects.values()].slice(-2).map(({ campId }) => campId);
  assert.deepEqual(campIds, [ZERO_GUID, ZERO_GUID]);
  assert.equal(world.mapObjectsByCamp.keys(ZERO_GUID).size, 0);
});

test('an object has its rotation, its builder, whether it is finished and what it belongs to', () => {
  const [builderUid, egg] = [aGuid(), aGuid()];
  const ranch = aSaveObject({ yawDeg: -90.25, builderUid, isUnderConstruction: true });
  const world = imported({
    mapObjects: [
      aSaveObject({ instanceId: egg, ownerInstanceId: ranch.instanceId }),
      ranch,
      aSaveObject({ ownerInstanceId: aGuid() }), // of an object that is not there
    ],
  });
  const mapObjects = [...world.mapObjects.values()].map(
    ({ yawDeg, builderUid: by, underConstruction, ownerId }) => [yawDeg, by, underConstruction, ownerId],
  );
  assert.deepEqual(mapObjects, [
    [0, null, false, ranch.instanceId],
    [-90.25, builderUid, true, null],
    [0, null, false, null],
  ]);
  assert.deepEqual([...world.mapObjectsByOwner.keys(ranch.instanceId)], [egg]);
});

test('a booth holds the Pals in its container, unless the container is missing or has another owner', () => {
  const [booth, team] = [aGuid(), aGuid()];
  const zoe = aSaveBody(aGuid());
  const pal = aSavePal({ slot: { containerId: booth, index: 1 }, ownerPlayerUid: zoe.playerUid });
  const world = imported({
    characters: [zoe, pal],
    players: [aSaveFile(zoe, { teamContainerId: team })],
    characterContainers: [booth, team].map((id) => ({ id, capacity: 2, slots: [] })),
    mapObjects: [booth, booth, team, aGuid(), ZERO_GUID].map((characterContainerId) =>
      aSaveObject({ mapObjectId: 'PalBooth', characterContainerId }),
    ),
  });
  const booths = [...world.mapObjects.values()].map((object) => object.booth);
  assert.deepEqual(booths, [{ containerId: booth, capacity: 2 }, null, null, null, null]);
  assert.deepEqual(world.characters.get(pal.instanceId)?.place, { containerId: booth, slot: 1 });
});

test('of two objects with one container, the one in a camp has it', () => {
  const camp = aSaveCamp();
  const chest = aGuid();
  const itemContainer = { id: chest, usage: 1 };
  const world = imported({
    camps: [camp],
    itemContainers: [{ id: chest, capacity: 2, storedSlots: 0, slots: [] }],
    mapObjects: [aSaveObject({ itemContainer }), aSaveObject({ itemContainer, campId: camp.id })],
  });
  const mapObjects = [...world.mapObjects.values()].map(({ campId, containerId }) => [campId, containerId]);
  assert.deepEqual(mapObjects, [
    [camp.id, chest],
    [ZERO_GUID, null],
  ]);
});
