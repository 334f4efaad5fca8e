import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MapMarksReply, Refusal, ZERO_GUID } from '@palatine/contract';
import { byTier, sharedSave } from '@palatine/save/testing';
import { loadCatalogue } from '../src/catalogue/catalogue.ts';
import { baseContents, describeBase } from '../src/queries/base-contents.ts';
import { occupiedSlots } from '../src/queries/items.ts';
import { worldFacts } from '../src/queries/world.ts';
import type { GameContext } from '../src/state/game-context.ts';
import { countsOf, give } from '../src/testing/grant-builder.ts';
import { thrownBy } from '../src/testing/run-command.ts';
import { importedSave } from '../src/testing/save-builder.ts';
import { aGameContext, pagesOf, query } from '../src/testing/world-builder.ts';

const catalogue = loadCatalogue();
const NAMES = byTier<readonly (keyof typeof MARKS)[]>(
  ['world1'],
  ['ref2024', 'tayaki', 'world1', 'v1_relics'],
);

async function gameOf(name: string): Promise<GameContext> {
  return aGameContext((await importedSave(name)).world, { playerResolution: 'Known' });
}

/** Objects by the layer of their ids, counted in a list of all ids of each world. */
const MARKS = {
  ref2024: { Drops: 0, Supplies: 0, DeathChests: 0, Treasure: 51, Eggs: 11 },
  tayaki: { Drops: 0, Supplies: 0, DeathChests: 0, Treasure: 878, Eggs: 0 },
  world1: { Drops: 3, Supplies: 0, DeathChests: 0, Treasure: 76, Eggs: 0 },
  v1_relics: { Drops: 79, Supplies: 0, DeathChests: 3, Treasure: 2782, Eggs: 0 },
};

for (const name of NAMES) {
  const options = sharedSave(name);

  test(`the lists of ${name} name every guild and every base once`, options, async () => {
    const game = await gameOf(name);
    const { world } = game;
    const guilds = pagesOf((input) => query(game, 'searchGuilds', {}, { query: { Limit: 3, ...input } }));
    const guildIds = guilds.flatMap(({ Rows }) => Rows.map(({ Id }) => Id));
    assert.deepEqual(guildIds.sort(), [...world.guilds.keys()].sort());
    const pages = pagesOf((input) => query(game, 'searchCamps', {}, { query: { Limit: 4, ...input } }));
    const camps = pages.flatMap(({ Rows }) => Rows);
    assert.deepEqual(camps.map(({ Id }) => Id).sort(), [...world.camps.keys()].sort());
    for (const { Id, Counts, Workers, Near } of camps) {
      const camp = world.camps.get(Id);
      assert.ok(camp);
      const deleted = describeBase(baseContents(world, camp)).counts;
      assert.ok(
        Near && Near.DistanceCm < 200_000,
        'no base is farther than 2 km from a point for fast travel',
      );
      assert.deepEqual(
        [Counts.Buildings, Counts.Storages, Counts.Stacks, Counts.Defences, Counts.Drops, Workers],
        [
          deleted.Buildings,
          deleted.StorageContainers,
          deleted.ItemStacks,
          deleted.DefenseModels,
          deleted.DropItems,
          deleted.BaseCampPals,
        ],
      );
    }
    for (const guild_id of world.guilds.keys()) query(game, 'getGuildDetails', { guild_id });
  });

  test(`every unit of every item of ${name} is found where it is`, options, async () => {
    const game = await gameOf(name);
    const totals = new Map<string, number>();
    for (const container of game.world.containers.values()) {
      for (const { stack } of occupiedSlots(container)) {
        const id = stack.itemId.toLowerCase();
        totals.set(id, (totals.get(id) ?? 0) + stack.count);
      }
    }
    assert.ok(totals.size > 5);
    for (const [item_id, total] of totals) {
      const pages = pagesOf((input) =>
        query(game, 'getItemHolders', { item_id }, { query: { Limit: 50, ...input } }),
      );
      const { Total, Matching } = pages[0] ?? {};
      assert.equal(Total, total, item_id);
      const holders = pages.flatMap(({ Holders }) => Holders);
      assert.equal(holders.length, Matching);
      assert.equal(new Set(holders.map(({ ContainerId }) => ContainerId)).size, Matching);
      const actual = holders.reduce((sum, { Count }) => sum + Count, 0);
      assert.equal(actual, total);
    }
  });

  test(`the map of ${name} shows the objects of its world`, options, async () => {
    const game = await gameOf(name);
    const map: MapMarksReply = query(game, 'getMapMarks', {});
    const totals = Object.fromEntries(
      (['Drops', 'Supplies', 'DeathChests', 'Treasure', 'Eggs'] as const).map((layer) => [
        layer,
        map[layer]?.Total,
      ]),
    );
    assert.deepEqual(totals, MARKS[name]);
    const [main, tree] = (['Main', 'Tree'] as const).map((Region) =>
      query(game, 'getMapMarks', {}, { query: { Region } }),
    );
    assert.equal((main?.Treasure?.Total ?? 0) + (tree?.Treasure?.Total ?? 0), map.Treasure?.Total);
  });

  test(`the facts of ${name} are those of its tables`, options, async () => {
    const game = await gameOf(name);
    const { Kind, Counts, Warnings } = worldFacts(game);
    const characters = [...game.world.characters.values()].filter(({ playerUid }) => playerUid === null);
    assert.equal(Kind, 'Import');
    assert.equal(Counts.Pals + Counts.Humans, characters.length);
    assert.equal(
      Counts.Humans,
      characters.filter(({ species }) => catalogue.pals.find(species) === undefined).length,
    );
    assert.equal(Warnings.length, game.world.survey?.warnings.length);
  });
}

/** More than one section, so that Items and KeyItems share one plan. */
const EVERYTHING = {
  Items: ['Wood', 'ClothArmor', 'AdditionalInventory_004'].map((ItemID) => ({ ItemID, Count: 1 })),
  Pals: [{ PalID: 'Anubis', Level: 30 }],
  PalEggs: [{ EggID: 'PalEgg_Fire_01', PalID: 'Anubis' }],
  EXP: 1000,
};

for (const name of ['tayaki', 'world1']) {
  test(`players of ${name} can be given everything at once`, sharedSave(name), async () => {
    const game = await gameOf(name);
    const { world } = game;
    let granted = 0;
    for (const { uid, characterId } of [...world.players.values()]) {
      if (characterId === null) continue;
      const before = countsOf(world);
      const body = { UserID: uid, ...EVERYTHING };
      const error = thrownBy(() => give(game, 'legacyGive', { uid }, body));
      assert.ok(error === undefined || error instanceof Refusal, String(error));
      if (error === undefined) granted += 1;
      const [units, characters] = error === undefined ? [4, 1] : [0, 0];
      assert.deepEqual(countsOf(world), {
        units: before.units + units,
        characters: before.characters + characters,
      });
    }
    assert.ok(granted > 0);
  });
}

test('a chest of death holds what its player carried', sharedSave('v1_relics'), async () => {
  const game = await gameOf('v1_relics');
  const { DeathChests } = query(game, 'getMapMarks', {}, { query: { Layers: 'DeathChests' } });
  for (const { Uid, Stacks } of DeathChests?.Marks ?? []) {
    assert.ok(Stacks > 0);
    assert.ok(game.world.accounts.has(Uid), 'the save names a player of this world');
  }
});

test('no guild chest of v1_relics is counted as a storage of a base', sharedSave('v1_relics'), async () => {
  const game = await gameOf('v1_relics');
  for (const { chestId } of game.world.guilds.values()) {
    const object = game.world.mapObjectsByContainer.first(chestId ?? ZERO_GUID);
    assert.equal(object, undefined, 'the save keeps the chest with the guild, not with an object');
  }
});
