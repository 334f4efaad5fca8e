import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import type { SaveWorld } from '@palatine/save/save-types';
import { runs } from '@palatine/save/testing';
import fc from 'fast-check';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { importSave } from '../import/import-save.ts';
import { checkWorld } from '../state/check-world.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Container } from '../state/model.ts';
import { ANY_TEMPLATES, anyCommand, runAny } from '../testing/any-command.ts';
import { memoryArchives } from '../testing/archive-files.ts';
import { filesOf, give, held } from '../testing/grant-builder.ts';
import { run } from '../testing/run-command.ts';
import { NOW_MS } from '../testing/save-builder.ts';
import { aSaveToChange, changesWithoutPlaces, type SaveToChange } from '../testing/save-to-change.ts';
import { aGameContext } from '../testing/world-builder.ts';
import { netChanges } from './net-changes.ts';
import { replayChanges } from './replay-changes.ts';
import { recordsOf, type WorldRecords } from './world-records.ts';

const catalogue = loadCatalogue();

function gameOver(save: SaveWorld): GameContext {
  const world = importSave(save, { catalogue, nowMs: NOW_MS, seed: 1 });
  const { files } = memoryArchives(filesOf(ANY_TEMPLATES));
  return { ...aGameContext(world, { playerResolution: 'Known' }), files };
}

/** A world before and after changes, and a newer one in which they are to be made again. */
interface Replayed extends SaveToChange {
  readonly game: GameContext;
  readonly newer: GameContext;
  readonly before: WorldRecords;
  replay(): string[];
  assertReplayed(): void;
}

function replaying(adjust: (save: SaveWorld, ids: SaveToChange) => void = () => {}): Replayed {
  const save = aSaveToChange();
  const game = gameOver(save.save);
  const before = recordsOf(game.world);
  const newerSave = structuredClone(save.save);
  adjust(newerSave, save);
  const newer = gameOver(newerSave);
  const replay = () => {
    const rejected = replayChanges(newer, before, recordsOf(game.world));
    assert.deepEqual(checkWorld(newer.world, catalogue), []);
    return rejected;
  };
  const changes = ({ world }: GameContext) => changesWithoutPlaces(before, recordsOf(world));
  const assertReplayed = () => assert.deepEqual(changes(newer), changes(game));
  return { ...save, game, newer, before, replay, assertReplayed };
}

test('every kind of change is made again in a newer world', () => {
  const { game, zoe, camp, replay, assertReplayed } = replaying();
  const receiver = { uid: zoe };
  give(game, 'giveItems', receiver, {
    Items: [
      { ItemID: 'AdditionalInventory_001', Count: 1 },
      { ItemID: 'Wood', Count: 10_000 },
      { ItemID: 'Sword', Count: 1 },
    ],
  });
  give(game, 'givePals', receiver, {
    Pals: [
      { PalID: 'Anubis', Level: 12 },
      { PalID: 'SheepBall', Level: 1 },
    ],
  });
  give(game, 'givePalEggs', receiver, {
    PalEggs: [{ EggID: 'PalEgg_Fire_01', PalID: 'Kitsunebi', Level: 3 }],
  });
  give(game, 'giveProgression', receiver, {
    EXP: 100_000,
    TechnologyPoints: 4,
    AncientTechnologyPoints: 5,
    Relics: { SwimSpeed: 2 },
  });
  give(game, 'learnTechnologies', receiver, { Technology: 'WorkBench' });
  give(game, 'forgetTechnologies', receiver, { Technology: 'Tech_Of_A_Mod' });
  run(game, 'deleteBase', { params: { base_camp_id: camp } });

  assert.deepEqual(replay(), []);
  assertReplayed();
});

test('all changes by commands are replayed on the original save', () => {
  let gained = 0;
  const property = runs(10);
  fc.assert(
    fc.property(fc.array(anyCommand, { minLength: 10, maxLength: 30 }), (commands) => {
      const { game, newer, before, replay, assertReplayed } = replaying();
      for (const command of commands) runAny(game, command);
      assert.deepEqual(replay(), []);
      assertReplayed();
      gained += netChanges(before, recordsOf(newer.world)).gains.size;
    }),
    property,
  );
  assert.ok(gained > property.numRuns / 3, `something was made again in ${gained} worlds`);
});

test('changes go beside what players have done since', () => {
  const { game, newer, zoe, items, replay } = replaying(({ itemContainers, players }, ids) => {
    const wood = itemContainers.find(({ id }) => id === ids.items)?.slots[0];
    assert.equal(wood?.itemId, 'wood');
    wood.count = 90;
    for (const player of players) player.unlockedTechnologies.push('WorkBench');
  });
  give(game, 'giveItems', { uid: zoe }, { Items: [{ ItemID: 'Wood', Count: 5 }] });
  give(game, 'learnTechnologies', { uid: zoe }, { Technology: 'WorkBench' });
  assert.deepEqual(replay(), []);
  assert.deepEqual(held(newer, { uid: zoe }, 'Items'), ['95 Wood', '1 Sword', '7 Stone']);
  assert.equal(newer.world.containers.get(items)?.slots[0]?.count, 95);
  assert.equal(newer.world.players.get(zoe)?.technologies.length, 3);
});

test('a change that does not fit is reported and not applied', () => {
  const { game, newer, zoe, items, keyItems, camp, replay } = replaying((save, ids) => {
    const slots = Array.from({ length: 42 }, (_, index) => ({
      index,
      itemId: 'Stone',
      count: 1,
      dynamicId: ZERO_GUID,
    }));
    save.itemContainers = save.itemContainers.map((container) =>
      container.id === ids.items ? { ...container, slots } : container,
    );
    save.camps = [];
    save.mapObjects = [];
  });
  const receiver = { uid: zoe };
  give(game, 'giveItems', receiver, {
    Items: [
      { ItemID: 'Wood', Count: 7 },
      { ItemID: 'Sword', Count: 1 },
    ],
  });
  give(game, 'giveProgression', receiver, { TechnologyPoints: 4 });
  run(game, 'deleteBase', { params: { base_camp_id: camp } });
  const player = newer.world.players.get(zoe);
  assert.ok(player);
  newer.world.players.put({ ...player, technologyPoints: 2_147_483_647 });
  const before = newer.world.containers.get(items);

  assert.deepEqual(replay(), [
    `deleting the base ${camp}: it is no longer in the world`,
    '7 Wood for Zoe: does not fit: Items have room for 0 more Wood',
    'Sword for Zoe: does not fit: Items have room for 0 more Sword',
    '4 TechnologyPoints for Zoe: the total would pass 2147483647',
  ]);
  assert.equal(newer.world.containers.get(items), before);
  assert.deepEqual(newer.world.containers.get(keyItems)?.slots, {});
});

test('a removed player gets nothing', () => {
  const { game, zoe, replay } = replaying((save) => {
    save.players = [];
  });
  give(game, 'giveItems', { uid: zoe }, { Items: [{ ItemID: 'Wood', Count: 7 }] });
  assert.deepEqual(replay(), ['Zoe is no longer in the world and gets nothing']);
});

test('nothing is removed, and nothing is granted twice', () => {
  const { game, newer, zoe, items, pal, replay } = replaying();
  const { world } = game;
  give(game, 'givePals', { uid: zoe }, { Pals: [{ PalID: 'Anubis', Level: 12 }] });
  assert.deepEqual(replay(), []);
  const container = world.containers.get(items) as Container;
  const { 1: sword, ...others } = container.slots;
  assert.equal(sword?.itemId, 'Sword');
  world.containers.put({ ...container, slots: { ...others, 0: { itemId: 'Wood', count: 2 } } });
  world.characters.remove(pal);

  const size = newer.world.characters.size;
  assert.deepEqual(replay(), [
    'Zoe had 3 Wood less: items are not taken again',
    'Zoe had one Sword less: items are not taken again',
    'Anubis of Zoe was gone, which cannot be done again',
    'Anubis of level 12 for Zoe: it is in the world already',
  ]);
  assert.equal(newer.world.characters.size, size);
});
