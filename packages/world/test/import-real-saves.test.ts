import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import { sharedSave } from '@palatine/save/testing';
import { loadCatalogue } from '../src/catalogue/catalogue.ts';
import { checkWorld } from '../src/state/check-world.ts';
import { askEverything } from '../src/testing/ask-everything.ts';
import { importedSave } from '../src/testing/save-builder.ts';
import { aGameContext, query } from '../src/testing/world-builder.ts';

const catalogue = loadCatalogue();

/** Counted by other tools over the same files, not by this reader. */
const KNOWN = {
  ref2024: { players: 1, pals: 2, guilds: 1, camps: 1, mapObjects: 592, inCamps: 18 },
  tayaki: { players: 5, pals: 381, guilds: 1, camps: 0, mapObjects: 1687, inCamps: 0 },
  world1: { players: 2, pals: 11, guilds: 2, camps: 1, mapObjects: 89, inCamps: 13 },
  v1_relics: { players: 17, pals: 2150, guilds: 10, camps: 15, mapObjects: 5452, inCamps: 2144 },
};
type SaveName = keyof typeof KNOWN;
const NAMES = Object.keys(KNOWN) as SaveName[];

/** The players without a file, and the discoveries of all players with a file; counted in the property trees of the files. */
const FOUND = {
  ref2024: { withoutFile: 0, travel: 1, relics: 0, areas: 0, notes: 0, paldeck: 2 },
  tayaki: { withoutFile: 0, travel: 92, relics: 33, areas: 79, notes: 15, paldeck: 114 },
  world1: { withoutFile: 0, travel: 2, relics: 0, areas: 4, notes: 0, paldeck: 0 },
  v1_relics: { withoutFile: 8, travel: 267, relics: 165, areas: 225, notes: 53, paldeck: 451 },
};

const SAID = {
  ref2024: { gameBuild: 0, inGameDay: 1, warnings: 0 },
  tayaki: { gameBuild: 76_269, inGameDay: 4908, warnings: 0 },
  world1: { gameBuild: 90_464, inGameDay: 0, warnings: 0 },
  v1_relics: { gameBuild: 100_427, inGameDay: 61, warnings: 1 },
};

for (const name of NAMES) {
  const options = sharedSave(name);

  test(`${name} becomes a sound world with as many players, Pals, guilds and camps`, options, async () => {
    const { world } = await importedSave(name);
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
      const { world } = await importedSave(name);
      askEverything(world);
    },
  );

  test(`${name} is surveyed: discoveries, and the facts of the save`, options, async () => {
    const { world } = await importedSave(name);
    const { survey } = world;
    assert.ok(survey);
    const discoveries = [...world.discoveries.values()];
    assert.deepEqual(new Set(discoveries.map(({ uid }) => uid)), new Set(world.players.keys()));
    const sum = (lists: readonly (readonly string[])[]) =>
      lists.reduce((total, { length }) => total + length, 0);
    assert.deepEqual(
      {
        withoutFile: world.accounts.size - world.players.size,
        travel: sum(discoveries.map(({ fastTravelPoints }) => fastTravelPoints)),
        relics: sum(discoveries.flatMap(({ relics }) => Object.values(relics))),
        areas: sum(discoveries.map(({ areas }) => areas)),
        notes: sum(discoveries.map(({ notes }) => notes)),
        paldeck: sum(discoveries.map(({ paldeck }) => paldeck)),
      },
      FOUND[name],
    );
    const { gameBuild, inGameDay, warnings } = survey;
    assert.deepEqual({ gameBuild, inGameDay, warnings: warnings.length }, SAID[name]);
    const secondsPerDay = 86_400;
    assert.ok(Math.abs(survey.inGameSeconds / secondsPerDay - inGameDay) < 1);
  });

  test(`the landscape of ${name} keeps its containers`, options, async () => {
    const { save, world } = await importedSave(name);
    const landscape = [...world.mapObjects.values()].filter(({ campId }) => campId === ZERO_GUID);
    const stored = new Set(save.itemContainers.map(({ id }) => id));
    const saved = save.mapObjects.filter(
      ({ campId, itemContainer }) => campId === ZERO_GUID && itemContainer && stored.has(itemContainer.id),
    );
    assert.ok(saved.length > 0);
    assert.equal(landscape.filter(({ containerId }) => containerId !== null).length, saved.length);
  });

  test(`the guilds of ${name} have the members, camps and workers of the save`, options, async () => {
    const { save, world } = await importedSave(name);
    for (const { id, guild } of save.groups) {
      if (guild === null) continue;
      const printed = query(aGameContext(world), 'getGuild', { guild_id: id });
      assert.deepEqual([printed.name, printed.Level], [guild.name, guild.baseCampLevel]);
      assert.deepEqual(
        printed.members.map(({ player_uid, player_name }) => [player_uid, player_name]),
        guild.members.map((member) => [member.uid, member.name]),
      );
      const ids = printed.camps.map((camp) => camp.id);
      assert.deepEqual(ids, guild.campIds);
      for (const camp of printed.camps) {
        const box = save.camps.find((saved) => saved.id === camp.id)?.workerContainerId ?? ZERO_GUID;
        const workers = save.characters.filter(({ slot }) => slot?.containerId === box);
        assert.deepEqual(Object.keys(camp.pals).sort(), workers.map(({ instanceId }) => instanceId).sort());
      }
    }
  });
}

test('the walls of a base are turned alike, by quarters of a turn', sharedSave('v1_relics'), async () => {
  const { world } = await importedSave('v1_relics');
  for (const campId of ['8DCA5BA1', '75772734', 'A1917181']) {
    const walls = [...world.mapObjects.values()].filter(
      (object) => object.campId.startsWith(campId) && /_(wall|foundation)$/i.test(object.objectId),
    );
    const turns = walls.map(({ yawDeg }) => (yawDeg + 180) % 90);
    const alike = Math.max(...turns.map((turn) => turns.filter((yaw) => Math.abs(yaw - turn) < 1).length));
    assert.ok(walls.length > 20 && alike === walls.length, `${alike} of ${walls.length}`);
  }
});
