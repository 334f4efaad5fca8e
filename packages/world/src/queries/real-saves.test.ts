import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CampRow,
  type GuildRow,
  type ItemHolder,
  type MapMarksReply,
  ZERO_GUID,
} from '@palatine/contract';
import { readSaveFolder } from '@palatine/save';
import { byTier, sharedSave } from '@palatine/save/testing';
import { loadCatalogue } from '../catalogue/index.ts';
import { importSave } from '../import/import-save.ts';
import type { GameContext } from '../state/game-context.ts';
import { aGameContext, query } from '../testing/world-builder.ts';
import { baseContents, countContents } from './base-contents.ts';
import { occupiedSlots } from './items.ts';
import { worldFacts } from './world.ts';

const catalogue = loadCatalogue();
const NAMES = byTier<readonly (keyof typeof MARKS)[]>(
  ['world1'],
  ['ref2024', 'tayaki', 'world1', 'v1_relics'],
);

async function gameOf(name: string): Promise<GameContext> {
  const save = await readSaveFolder(sharedSave(name).folder);
  return aGameContext(importSave(save, { catalogue, nowMs: 0, seed: 1 }));
}

/** All rows of a list, page by page. */
function walk<Row>(
  pageAfter: (Cursor: string | undefined) => { rows: Row[]; next: string | undefined },
): Row[] {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = pageAfter(cursor);
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== undefined);
  return rows;
}

const after = (Cursor: string | undefined) => (Cursor === undefined ? {} : { Cursor });

function allCamps(game: GameContext): CampRow[] {
  return walk((Cursor) => {
    const { Rows, Next } = query(game, 'searchCamps', {}, { query: { Limit: 4, ...after(Cursor) } });
    return { rows: Rows, next: Next };
  });
}

function allGuilds(game: GameContext): GuildRow[] {
  return walk((Cursor) => {
    const { Rows, Next } = query(game, 'searchGuilds', {}, { query: { Limit: 3, ...after(Cursor) } });
    return { rows: Rows, next: Next };
  });
}

function holdersOf(game: GameContext, item_id: string): ItemHolder[] {
  return walk((Cursor) => {
    const { Holders, Next } = query(
      game,
      'getItemHolders',
      { item_id },
      { query: { Limit: 50, ...after(Cursor) } },
    );
    return { rows: Holders, next: Next };
  });
}

/** Objects by the layer of their ids, counted in a list of all ids of each world; explored cells with their heights. */
const MARKS = {
  ref2024: { Drops: 0, Supplies: 0, DeathChests: 0, Treasure: 51, Eggs: 11, Explored: 44 },
  tayaki: { Drops: 0, Supplies: 0, DeathChests: 0, Treasure: 878, Eggs: 0, Explored: 600 },
  world1: { Drops: 3, Supplies: 0, DeathChests: 0, Treasure: 76, Eggs: 0, Explored: 42 },
  v1_relics: { Drops: 79, Supplies: 0, DeathChests: 3, Treasure: 2782, Eggs: 0, Explored: 959 },
};

for (const name of NAMES) {
  const options = sharedSave(name);

  test(`the lists of ${name} name every guild and every base once`, options, async () => {
    const game = await gameOf(name);
    const { world } = game;
    assert.deepEqual(
      allGuilds(game)
        .map(({ Id }) => Id)
        .sort(),
      [...world.guilds.keys()].sort(),
    );
    const camps = allCamps(game);
    assert.deepEqual(camps.map(({ Id }) => Id).sort(), [...world.camps.keys()].sort());
    for (const { Id, Counts, Workers, Near } of camps) {
      const camp = world.camps.get(Id);
      assert.ok(camp);
      const deleted = countContents(baseContents(world, camp));
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
      const { Total, Matching } = query(game, 'getItemHolders', { item_id });
      assert.equal(Total, total, item_id);
      const holders = holdersOf(game, item_id);
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
      (['Drops', 'Supplies', 'DeathChests', 'Treasure', 'Eggs', 'Explored'] as const).map((layer) => [
        layer,
        map[layer]?.Total,
      ]),
    );
    // Cells above one another are one.
    const cells = new Set(game.world.survey?.exploredCells.map(([x, y]) => `${x} ${y}`));
    assert.deepEqual(totals, { ...MARKS[name], Explored: cells.size });
    assert.ok(cells.size <= MARKS[name].Explored);
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
    assert.equal(Counts.WithoutPlayerFile, game.world.survey?.withoutPlayerFile.length);
    assert.equal(Warnings.length, game.world.survey?.warnings.length);
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
    const object = game.world.mapObjectsByContainer.get(chestId ?? ZERO_GUID);
    assert.equal(object, undefined, 'the save keeps the chest with the guild, not with an object');
  }
});
