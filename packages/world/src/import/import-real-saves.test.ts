import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import { readSaveFolder, type SaveWorld } from '@palatine/save';
import { sharedSave } from '@palatine/save/testing';
import { loadCatalogue } from '../catalogue/index.ts';
import { checkWorld } from '../state/check-world.ts';
import type { World } from '../state/world.ts';
import { aGameContext, query } from '../testing/world-builder.ts';
import { importSave } from './import-save.ts';

const catalogue = loadCatalogue();

/** Counted by others over the same files, not by our reader. */
const KNOWN = {
  ref2024: { players: 1, pals: 2, guilds: 1, camps: 1, mapObjects: 592, inCamps: 18 },
  tayaki: { players: 5, pals: 381, guilds: 1, camps: 0, mapObjects: 1687, inCamps: 0 },
  world1: { players: 2, pals: 11, guilds: 2, camps: 1, mapObjects: 89, inCamps: 13 },
  v1_relics: { players: 17, pals: 2150, guilds: 10, camps: 15, mapObjects: 5452, inCamps: 2144 },
};
type SaveName = keyof typeof KNOWN;
const NAMES = Object.keys(KNOWN) as SaveName[];

async function opened(name: SaveName): Promise<{ save: SaveWorld; world: World }> {
  const save = await readSaveFolder(sharedSave(name).folder);
  return { save, world: importSave(save, { catalogue, nowMs: 0, seed: 1 }) };
}

for (const name of NAMES) {
  const options = sharedSave(name);

  test(`${name} becomes a sound world with as many players, Pals, guilds and camps`, options, async () => {
    const { world } = await opened(name);
    assert.deepEqual(checkWorld(world, catalogue), []);
    assert.deepEqual(
      {
        players: world.accounts.size,
        pals: [...world.characters.values()].filter(({ playerUid }) => playerUid === null).length,
        guilds: world.guilds.size,
        camps: world.camps.size,
        mapObjects: world.mapObjects.size,
        inCamps: [...world.mapObjects.values()].filter(({ campId }) => campId !== ZERO_GUID).length,
      },
      KNOWN[name],
    );
  });

  test(
    `every question about ${name} has an answer of the promised shape, online or not`,
    options,
    async () => {
      const { world } = await opened(name);
      const game = aGameContext(world, { playerResolution: 'Known' });
      const { Meta, Players } = query(game, 'getPlayers', {});
      assert.deepEqual([Meta.PlayerCount, Meta.OnlineCount], [world.accounts.size, world.sessions.size]);
      for (const id of Object.keys(query(game, 'getGuilds', {}))) query(game, 'getGuild', { guild_id: id });
      for (const { PlayerUID } of Players) {
        const params = { player_identifier: PlayerUID };
        query(game, 'getPlayer', params);
        if (!world.players.has(PlayerUID)) {
          assert.throws(() => query(game, 'getPals', params), { code: 'PLAYER_STATE_NOT_FOUND' });
          continue;
        }
        query(game, 'getPals', params);
        query(game, 'getItems', params);
        query(game, 'getTechnologies', params);
        query(game, 'getProgression', params);
      }
    },
  );

  test(`the answers about ${name} say what the save says`, options, async () => {
    const { save, world } = await opened(name);
    const game = aGameContext(world, { playerResolution: 'Known' });
    const containers = new Map(save.itemContainers.map((container) => [container.id, container]));

    for (const file of save.players) {
      const body = save.characters.find(({ instanceId }) => instanceId === file.instanceId);
      if (body === undefined) continue; // a left-over file
      const params = { player_identifier: file.uid };

      const { Player } = query(game, 'getPlayer', params);
      assert.deepEqual([Player.Name, Player.WorldLocation], [body.nickname, file.location]);
      assert.equal(Player.GuildUUID, body.groupId);

      const { Progression } = query(game, 'getProgression', params);
      const { level, exp, unusedStatusPoints } = Progression.Player;
      assert.deepEqual([level, exp, unusedStatusPoints], [body.level, body.exp, body.unusedStatusPoints]);
      assert.equal(Progression.Currencies.lifmunks, file.records.relicPossessNum);
      assert.equal(Progression.Currencies.technologyPoints, file.technologyPoints);

      const pals = query(game, 'getPals', params);
      const inBox = (id: string) => save.characters.filter(({ slot }) => slot?.containerId === id).length;
      assert.equal(pals.Meta.TeamCount, inBox(file.teamContainerId));
      assert.equal(pals.Meta.PalboxCount, inBox(file.palboxContainerId));

      const { Items } = query(game, 'getItems', params).Inventory;
      assert.equal(Items.UsedSlots, containers.get(file.inventory.common)?.slots.length);
      assert.equal(Items.MaxSlots, containers.get(file.inventory.common)?.capacity);

      const { Unlocked } = query(game, 'getTechnologies', params).Techs;
      assert.equal(Unlocked.length, new Set(file.unlockedTechnologies.map((id) => id.toLowerCase())).size);
    }
  });

  test(`the guilds of ${name} have the members, camps and workers of the save`, options, async () => {
    const { save, world } = await opened(name);
    for (const { id, guild } of save.groups) {
      if (guild === null) continue;
      const printed = query(aGameContext(world), 'getGuild', { guild_id: id });
      assert.deepEqual([printed.name, printed.Level], [guild.name, guild.baseCampLevel]);
      assert.deepEqual(
        printed.members.map(({ player_uid, player_name }) => [player_uid, player_name]),
        guild.members.map((member) => [member.uid, member.name]),
      );
      assert.deepEqual(
        printed.camps.map((camp) => camp.id),
        guild.campIds,
      );
      for (const camp of printed.camps) {
        const box = save.camps.find((saved) => saved.id === camp.id)?.workerContainerId ?? ZERO_GUID;
        const workers = save.characters.filter(({ slot }) => slot?.containerId === box);
        assert.deepEqual(Object.keys(camp.pals).sort(), workers.map(({ instanceId }) => instanceId).sort());
      }
    }
  });
}
