import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aSaveBody,
  aSaveFile,
  aSaveGuild,
  aSaveObject,
  aSavePal,
  imported,
} from '../testing/save-builder.ts';
import { aGuid } from '../testing/world-builder.ts';
import { MAX_SLOTS } from './import-job.ts';

function countLookups(): { lookups: number } & Disposable {
  const { get } = Map.prototype;
  const { has } = Set.prototype;
  const counter = {
    lookups: 0,
    [Symbol.dispose]: () => {
      Map.prototype.get = get;
      Set.prototype.has = has;
    },
  };
  Map.prototype.get = function (key) {
    counter.lookups += 1;
    return get.call(this, key);
  };
  Set.prototype.has = function (value) {
    counter.lookups += 1;
    return has.call(this, value);
  };
  return counter;
}

test('Pals that all claim one slot cost as many steps each as Pals with separate slots', () => {
  const pals = 4000;
  const containerId = aGuid();
  const stepsPerPal = (index: (pal: number) => number) => {
    const characters = Array.from({ length: pals }, (_, pal) =>
      aSavePal({ slot: { containerId, index: index(pal) } }),
    );
    using counted = countLookups();
    const world = imported({ characters });
    assert.equal(world.charactersByBox.keys(containerId).size, pals);
    return counted.lookups / pals;
  };
  const [distinct, same] = [stepsPerPal((pal) => pal), stepsPerPal(() => 0)];
  assert.ok(same < distinct + 10, `${same} look-ups for each Pal, ${distinct} with separate slots`);
});

test('each object of the map is read a fixed number of times, however many guilds there are', () => {
  const readsOf = (guilds: number) => {
    let reads = 0;
    const object = aSaveObject();
    const mapObjects = [
      {
        ...object,
        get guildId() {
          reads += 1;
          return object.guildId;
        },
        expedition: { missionId: 'DUNGEON_SNOW', state: 2, assigned: 1 },
      },
    ];
    imported({ mapObjects, groups: Array.from({ length: guilds }, () => aSaveGuild([])) });
    return reads;
  };
  assert.equal(readsOf(50), readsOf(1));
});

test('a container that claims two thousand million slots has 10,000', () => {
  const capacity = 2 ** 31 - 1;
  const [common, team] = [aGuid(), aGuid()];
  const zoe = aSaveBody(aGuid());
  const file = aSaveFile(zoe, { teamContainerId: team });
  const world = imported({
    characters: [zoe],
    players: [{ ...file, inventory: { ...file.inventory, common } }],
    itemContainers: [{ id: common, capacity, storedSlots: 0, slots: [] }],
    characterContainers: [{ id: team, capacity, slots: [] }],
  });
  assert.equal(world.containers.get(common)?.capacity, MAX_SLOTS);
  assert.equal(world.players.get(zoe.playerUid)?.team.capacity, MAX_SLOTS);
});
