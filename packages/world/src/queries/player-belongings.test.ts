import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@palatine/contract';
import { aCamp, aGameContext, aGuild, aPal, aPlayer, query } from '../testing/world-builder.ts';

const EGG = { kind: 'egg', id: '0000E660-00000000-00000000-00000000', species: 'Anubis', pal: null } as const;
const BOW = {
  kind: 'weapon',
  id: '0000B0A0-00000000-00000000-00000000',
  durability: 12.5,
  bullets: 3,
  passives: ['Legend'],
} as const;

/** Zoe is offline, and has Pals everywhere; Fury has no player file. */
function aGame() {
  const zoe = aPlayer({
    online: false,
    character: { level: 30, statusPoints: { 最大HP: 4 }, unusedStatusPoints: 2 },
    inventory: {
      Items: { 0: { itemId: 'Wood', count: 20 }, 7: { itemId: 'PalEgg_Dark_01', count: 1, instance: EGG } },
      Weapons: { 1: { itemId: 'Bow_Fire', count: 1, instance: BOW } },
      Food: null,
    },
    player: { technologies: ['PalBox'], technologyPoints: 7 },
  });
  const fury = { ...aPlayer({ name: 'Fury', online: false, character: { level: 40 } }), player: null };
  const guild = aGuild([zoe]);
  const camp = aCamp(guild);
  const at = (containerId: string, slot: number) => ({ hp: 100, place: { containerId, slot } });
  const { team, palbox } = zoe.player ?? assert.fail('Zoe has a player file');
  const pals = [
    aPal({ ...at(team.containerId, 2), nickname: 'Zed' }),
    aPal({ ...at(palbox.containerId, 3), nickname: 'Bo' }),
    aPal({ ...at(palbox.containerId, 31), species: 'Anubis', level: 999 }),
    aPal({ ...at(palbox.containerId, 62), nickname: 'Boa' }),
    aPal({ ...at(camp.workers.containerId, 0), workerSick: 'Cold' }),
  ];
  const game = aGameContext({ players: [zoe, fury], guilds: [guild], camps: [camp], pals });
  game.world.discoveries.put({
    uid: zoe.uid,
    fastTravelPoints: ['AB'],
    relics: { CapturePower: ['CD', 'EF'] },
    areas: ['Grass'],
    notes: [],
    paldeck: ['SheepBall'],
  });
  return { game, zoe, fury, camp, pals };
}

test('a slot has the item, and the state of a single one', () => {
  const { game, zoe } = aGame();
  const { Known, Containers = [] } = query(game, 'getPlayerInventory', { uid: zoe.uid });
  assert.ok(Known);
  const [items, , weapons, , food] = Containers;
  assert.deepEqual(
    [items?.Known, items?.UsedSlots, items?.MaxSlots, items?.Slots],
    [
      true,
      2,
      42,
      [
        { Slot: 0, ItemID: 'Wood', Count: 20 },
        { Slot: 7, ItemID: 'PalEgg_Dark_01', Count: 1, Egg: { PalID: 'Anubis' } },
      ],
    ],
  );
  const [bow] = weapons?.Slots ?? [];
  assert.deepEqual(bow, {
    Slot: 1,
    ItemID: 'Bow_Fire',
    Count: 1,
    Durability: 12.5,
    MaxDurability: 150,
    Bullets: 3,
    Passives: ['Legend'],
  });
  assert.deepEqual(food, { Name: 'Food', Known: false });
});

test('what a player without a player file has is unknown, not none', () => {
  const { game, fury } = aGame();
  for (const name of ['getPlayerInventory', 'getPlayerPals', 'getPlayerTechnologies'] as const) {
    assert.deepEqual(query(game, name, { uid: fury.uid }), { Known: false });
  }
  const { Known, Player, Currencies, Found } = query(game, 'getPlayerProgress', { uid: fury.uid });
  assert.deepEqual([Known, Player?.Level, Currencies, Found], [false, 40, undefined, undefined]);
});

test('technologies and progress are shown for an offline player', () => {
  const { game, zoe } = aGame();
  assert.deepEqual(query(game, 'getPlayerTechnologies', { uid: zoe.uid }), {
    Known: true,
    Unlocked: ['PalBox'],
    Level: 30,
    TechnologyPoints: 7,
    AncientTechnologyPoints: 0,
  });
  const { Player, Found, Currencies } = query(game, 'getPlayerProgress', { uid: zoe.uid });
  assert.deepEqual(Player, { Level: 30, Exp: 0, UnusedStatusPoints: 2, StatusPoints: { 最大HP: 4 } });
  assert.deepEqual(Found?.Relics, { CapturePower: ['CD', 'EF'] });
  assert.equal(Currencies?.technologyPoints, 7);
});

test('the pages of a Palbox say how many Pals they hold, and which have hits', () => {
  const { game, zoe, camp } = aGame();
  const ask = (input: NonNullable<Parameters<typeof query<'getPlayerPals'>>[3]>['query']) =>
    query(game, 'getPlayerPals', { uid: zoe.uid }, input === undefined ? {} : { query: input });
  const team = ask({});
  const boxes = team.Boxes?.map(({ Box, Slots, Occupied }) => [Box, Slots, Occupied]);
  assert.deepEqual(boxes, [
    ['Team', 5, 1],
    ['Palbox', 960, 3],
    [`Camp:${camp.id}`, 10, 1],
  ]);
  assert.deepEqual(
    [team.Box, team.PageSlots, team.Pages, team.Rows?.map(({ Nickname, Place }) => [Nickname, Place])],
    ['Team', 5, [{ Occupied: 1 }], [['Zed', { Kind: 'Team', Id: zoe.uid, Slot: 2 }]]],
  );
  const box = ask({ Box: 'palbox', Page: 1, Text: 'BO' });
  assert.equal(box.Pages?.length, 32);
  assert.deepEqual(box.Pages?.slice(0, 4), [
    { Occupied: 1, Hits: 1 },
    { Occupied: 1, Hits: 0 },
    { Occupied: 1, Hits: 1 },
    { Occupied: 0, Hits: 0 },
  ]);
  const rows = box.Rows?.map(({ PalID, Hit, Impossible, Place }) => [PalID, Hit, Impossible, Place.Slot]);
  assert.deepEqual(rows, [['Anubis', false, true, 31]]);
  assert.deepEqual(
    ask({ Box: 'Palbox', Impossible: true })
      .Pages?.map(({ Hits }) => Hits)
      .slice(0, 3),
    [0, 1, 0],
  );
  const workers = ask({ Box: `Camp:${camp.id.toLowerCase()}` });
  const pals = workers.Rows?.map(({ Condition, Place }) => [Condition, Place]);
  assert.deepEqual(pals, [['Sick', { Kind: 'Camp', Id: camp.id, Slot: 0 }]]);
});

test('a box that the player does not have is refused', () => {
  const { game, zoe } = aGame();
  for (const Box of ['Chest', 'Camp:', 'Camp:0000000A-00000000-00000000-00000000', '__proto__']) {
    assert.throws(
      () => query(game, 'getPlayerPals', { uid: zoe.uid }, { query: { Box } }),
      (error) => error instanceof Refusal && error.code === 'VALIDATION_FAILED',
      Box,
    );
  }
});
