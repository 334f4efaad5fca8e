import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import type { SaveCharacter, SaveGroup, SavePlayer, SaveWorld } from '@palatine/save';
import { runs } from '@palatine/save/testing';
import fc from 'fast-check';
import { loadCatalogue } from '../catalogue/index.ts';
import { checkWorld } from '../state/check-world.ts';
import {
  aSaveBody,
  aSaveCamp,
  aSaveFile,
  aSaveGuild,
  aSaveObject,
  aSavePal,
  emptySaveWorld,
  NO_SAVE_RECORDS,
} from '../testing/save-builder.ts';
import { aGameContext, aGuid, query } from '../testing/world-builder.ts';
import { importSave } from './import-save.ts';

// A few ids for everything, so that they collide; numbers and names as a damaged or modded save may hold them.
const guid = fc.constantFrom(ZERO_GUID, ...Array.from({ length: 6 }, aGuid));
const number = fc.oneof(
  fc.integer({ min: -2, max: 12 }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1e300, 4e9, 0.5),
);
const name = fc.constantFrom(
  '',
  'None',
  '__proto__',
  'constructor',
  'Wood',
  'wood',
  'Anubis',
  'PALBOX',
  'PalBox',
);
const counts = fc
  .array(fc.tuple(name, number), { maxLength: 3 })
  .map((entries): Record<string, number> => Object.fromEntries(entries));
const flags = fc
  .array(fc.tuple(name, fc.boolean()), { maxLength: 3 })
  .map((entries): Record<string, boolean> => Object.fromEntries(entries));
const few = <T>(values: fc.Arbitrary<T>) => fc.array(values, { maxLength: 5 });
const location = fc.record({ x: number, y: number, z: number });

const character: fc.Arbitrary<SaveCharacter> = fc
  .record({
    instanceId: guid,
    playerUid: guid,
    isPlayer: fc.boolean(),
    groupId: guid,
    characterId: name,
    nickname: name,
    level: number,
    exp: number,
    hp: number,
    mp: fc.option(number),
    stomach: number,
    maxStomach: fc.option(number),
    physicalHealth: name,
    ownerPlayerUid: guid,
    slot: fc.option(fc.record({ containerId: guid, index: number })),
    statusPoints: fc.array(fc.record({ name, points: number }), { maxLength: 2 }),
    extraWorkSuitabilities: fc.array(fc.record({ suitability: name, rank: number }), { maxLength: 2 }),
  })
  .map((overrides) => aSavePal(overrides));

const file: fc.Arbitrary<SavePlayer> = fc
  .record({
    uid: guid,
    instanceId: guid,
    location,
    inventory: fc.record({
      common: guid,
      essential: guid,
      weapons: guid,
      armor: guid,
      food: guid,
      dropSlot: guid,
    }),
    teamContainerId: guid,
    palboxContainerId: guid,
    technologyPoints: number,
    unlockedTechnologies: fc.array(name, { maxLength: 4 }),
    records: fc
      .record({
        towerBossDefeatCount: counts,
        palCaptureCount: counts,
        relics: counts,
        relicPossessNum: number,
        discoveries: fc.record({
          fastTravelPoints: flags,
          effigies: flags,
          relicsByType: fc.array(fc.tuple(name, flags), { maxLength: 3 }).map(Object.fromEntries),
          areas: flags,
          notes: flags,
          paldeck: flags,
        }),
      })
      .map((records) => ({ ...NO_SAVE_RECORDS, ...records })),
  })
  .map((overrides) => aSaveFile(aSaveBody(ZERO_GUID), overrides));

const group: fc.Arbitrary<SaveGroup> = fc
  .record({
    id: guid,
    members: fc.array(
      fc.record({ uid: guid, name, lastOnlineTicks: fc.bigInt({ min: -9n, max: 10n ** 9n }) }),
      {
        maxLength: 3,
      },
    ),
    campIds: fc.array(guid, { maxLength: 3 }),
  })
  .map(({ members, ...overrides }) => aSaveGuild(members, overrides));

const save: fc.Arbitrary<SaveWorld> = fc
  .record({
    savedAtMs: fc.option(fc.constant(0)),
    exploredCells: few(location),
    characters: few(character),
    players: few(file),
    groups: few(group),
    camps: few(fc.record({ id: guid, guildId: guid, workerContainerId: guid, location }).map(aSaveCamp)),
    itemContainers: few(
      fc.record({
        id: guid,
        capacity: number,
        storedSlots: number,
        slots: few(
          fc.record({ index: number, count: fc.constantFrom(0, 1, 3, -1), itemId: name, dynamicId: guid }),
        ),
      }),
    ),
    characterContainers: few(
      fc.record({ id: guid, capacity: number, slots: few(fc.record({ index: number, instanceId: guid })) }),
    ),
    dynamicItems: few(
      fc.record({
        id: guid,
        itemId: name,
        body: fc.oneof(
          fc.record({ kind: fc.constant('armor' as const), durability: number }),
          fc.record({
            kind: fc.constant('egg' as const),
            characterId: name,
            character: fc.option(character),
          }),
        ),
      }),
    ),
    mapObjects: few(
      fc
        .record({
          instanceId: guid,
          mapObjectId: name,
          campId: guid,
          guildId: guid,
          spawnerId: guid,
          ownerInstanceId: guid,
          builderUid: guid,
          characterContainerId: fc.option(guid),
          itemContainer: fc.option(fc.record({ id: guid, usage: fc.constantFrom(0, 1, 7) })),
          expedition: fc.option(fc.record({ missionId: name, state: number, assigned: number })),
        })
        .map(aSaveObject),
    ),
    guildExtras: few(
      fc.record({
        guildId: guid,
        chestContainerId: guid,
        researches: few(fc.record({ id: name, workAmount: number })),
        currentResearchId: name,
        finishedExpeditions: number,
      }),
    ),
  })
  .map((overrides) => emptySaveWorld(overrides));

test('any save imports into a sound world that answers every query', () => {
  const catalogue = loadCatalogue();
  fc.assert(
    fc.property(save, (damaged) => {
      const world = importSave(damaged, { catalogue, nowMs: 0, seed: 1 });
      assert.deepEqual(checkWorld(world, catalogue), []);
      const game = aGameContext(world, { playerResolution: 'Known' });
      query(game, 'getPlayers', {});
      query(game, 'getGuilds', {});
      for (const guild of world.guilds.values()) query(game, 'getGuild', { guild_id: guild.id });
      for (const { uid } of world.players.values()) {
        const params = { player_identifier: uid };
        query(game, 'getPlayer', params);
        query(game, 'getPals', params);
        query(game, 'getItems', params);
        query(game, 'getTechnologies', params);
        query(game, 'getProgression', params);
      }
    }),
    runs(30),
  );
});
