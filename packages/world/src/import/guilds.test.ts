import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '../catalogue/index.ts';
import {
  aSaveBody,
  aSaveFile,
  aSaveGuild,
  aSaveObject,
  imported,
  NO_SAVE_RECORDS,
} from '../testing/save-builder.ts';
import { aGuid } from '../testing/world-builder.ts';

const catalogue = loadCatalogue();

test('no player is in two guilds: the one their character names is used', () => {
  const [left, joined] = [aGuid(), aGuid()];
  const zoe = aSaveBody(aGuid(), { groupId: joined });
  const row = { uid: zoe.playerUid };
  const world = imported({
    characters: [zoe],
    groups: [aSaveGuild([row, {}], { id: left }), aSaveGuild([row, row], { id: joined })],
  });
  assert.equal(world.guilds.get(left)?.members.length, 1);
  const uids = world.guilds.get(joined)?.members.map(({ uid }) => uid);
  assert.deepEqual(uids, [zoe.playerUid]);
});

test('only groups of the type Guild are guilds', () => {
  const organization = { ...aSaveGuild([]), type: 'Organization' };
  assert.equal(imported({ groups: [organization] }).guilds.size, 0);
});

test('a mission is released by a tower boss any member has defeated, or by being under way', () => {
  const [lily, zoe] = [aSaveBody(aGuid()), aSaveBody(aGuid())];
  const records = { ...NO_SAVE_RECORDS, towerBossDefeatCount: { GrassBoss_Normal: 1, ForestBoss_Normal: 0 } };
  const guild = aSaveGuild([{ uid: lily.playerUid }, { uid: zoe.playerUid }]);
  const station = aSaveObject({
    guildId: guild.id,
    expedition: { missionId: 'DUNGEON_SNOW', state: 2, assigned: 1 },
  });
  const world = imported({
    characters: [lily, zoe],
    players: [aSaveFile(zoe, { records })],
    groups: [guild],
    mapObjects: [station],
  });
  assert.deepEqual(world.guilds.get(guild.id)?.expeditions.released, ['DUNGEON_GRASS', 'DUNGEON_SNOW']);
});

test('a guild has its chest and laboratory from the extra data', () => {
  const guild = aSaveGuild([{}]);
  const chest = aGuid();
  const [research] = catalogue.research.all();
  assert.ok(research);
  const world = imported({
    groups: [guild],
    itemContainers: [{ id: chest, capacity: 54, storedSlots: 0, slots: [] }],
    guildExtras: [
      {
        guildId: guild.id,
        chestContainerId: chest,
        researches: [{ id: research.id, workAmount: 5.5 }],
        currentResearchId: 'None',
        finishedExpeditions: 3,
      },
    ],
  });
  const { chestId, laboratory, expeditions } = world.guilds.get(guild.id) ?? {};
  assert.equal(chestId, chest);
  assert.deepEqual(laboratory, { currentResearch: '', workAmounts: { [research.id]: 5.5 } });
  assert.equal(expeditions?.finished, 3);
});
