import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import { aSaveBody, aSaveFile, aSavePal, imported } from '../testing/save-builder.ts';
import { aGuid } from '../testing/world-builder.ts';

test('only referenced containers are imported, with the state of single items inside', () => {
  const [common, nobodys, sword, egg] = [aGuid(), aGuid(), aGuid(), aGuid()];
  const zoe = aSaveBody(aGuid());
  const file = aSaveFile(zoe);
  file.inventory = { ...file.inventory, common, essential: aGuid() };
  const unhatched = aSavePal({ instanceId: ZERO_GUID });
  const world = imported({
    characters: [zoe],
    players: [file],
    itemContainers: [
      {
        id: common,
        capacity: 42,
        storedSlots: 4,
        slots: [
          { index: 0, count: 12, itemId: 'wood', dynamicId: ZERO_GUID },
          { index: 3, count: 1, itemId: 'Bow', dynamicId: sword },
          { index: 4, count: 1, itemId: 'PalEgg_Normal_01', dynamicId: egg },
          { index: 5, count: 1, itemId: 'Bow', dynamicId: aGuid() },
        ],
      },
      { id: nobodys, capacity: 3, storedSlots: 0, slots: [] },
    ],
    dynamicItems: [
      {
        id: sword,
        itemId: 'Bow',
        body: { kind: 'weapon', durability: 9, bullets: 2, passives: [], ammoItemId: 'None' },
      },
      {
        id: egg,
        itemId: 'PalEgg_Normal_01',
        body: { kind: 'egg', characterId: 'anubis', character: unhatched },
      },
    ],
  });

  const ids = [...world.containers.values()].map(({ id }) => id);
  assert.deepEqual(ids, [common]);
  const player = world.players.get(zoe.playerUid);
  assert.equal(player?.inventory.Items, common);
  assert.equal(player?.inventory.KeyItems, null);
  const slots = world.containers.get(common)?.slots ?? {};
  assert.deepEqual(slots[0], { itemId: 'Wood', count: 12 });
  assert.deepEqual(slots[3]?.instance, {
    kind: 'weapon',
    id: sword,
    durability: 9,
    bullets: 2,
    passives: [],
  });
  assert.equal(slots[4]?.instance?.kind === 'egg' && slots[4].instance.species, 'Anubis');
  assert.equal(slots[5]?.instance, undefined);
});

test('a container belongs to the first that refers to it', () => {
  const shared = aGuid();
  const [zoe, lily] = [aSaveBody(aGuid()), aSaveBody(aGuid())];
  const files = [zoe, lily].map((body) => {
    const file = aSaveFile(body, { teamContainerId: shared, palboxContainerId: shared });
    return { ...file, inventory: { ...file.inventory, common: shared, food: shared } };
  });
  const world = imported({
    characters: [zoe, lily],
    players: files,
    itemContainers: [{ id: shared, capacity: 1, storedSlots: 0, slots: [] }],
    characterContainers: [{ id: shared, capacity: 5, slots: [] }],
  });

  const [first, second] = [...world.players.values()];
  assert.deepEqual(
    [first?.inventory.Items, first?.inventory.Food, second?.inventory.Items],
    [shared, null, null],
  );
  assert.deepEqual(first?.team, { containerId: shared, capacity: 5 });
  assert.deepEqual(first?.palbox, { containerId: ZERO_GUID, capacity: 960 });
  assert.deepEqual(second?.team, { containerId: ZERO_GUID, capacity: 5 });
});
