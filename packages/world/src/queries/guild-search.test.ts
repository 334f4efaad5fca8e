import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GUILD_COLUMNS, type GuildsPage } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import { logOut } from '../state/sessions.ts';
import {
  aCamp,
  aContainer,
  aGameContext,
  aGuild,
  aPlayer,
  type PlayerInWorld,
  query,
} from '../testing/world-builder.ts';

const HOUR_MS = 3_600_000;

function seenAt(player: PlayerInWorld, hours: number): PlayerInWorld {
  return { ...player, account: player.account && { ...player.account, lastOnlineAtMs: hours * HOUR_MS } };
}

/** Three guilds: one with a member online, one last seen long ago, one never seen. */
function aGame() {
  const zoe = aPlayer({ name: 'Zoe', character: { level: 30 } });
  const lily = seenAt(aPlayer({ name: 'Lily', online: false }), 40);
  const axel = seenAt(aPlayer({ name: 'Axel', online: false }), 30);
  const fury = { ...aPlayer({ name: 'Fury', online: false }), player: null };
  const chest = aContainer({
    capacity: 54,
    slots: { 3: { itemId: 'Wood', count: 5 }, 4: { itemId: 'Stone', count: 1 } },
  });
  const rayne = aGuild([lily, zoe], { name: 'Rayne', baseCampLevel: 9, chestId: chest.id });
  const nameless = aGuild([axel], { name: '', baseCampLevel: 3 });
  const unknown = aGuild([fury], { name: 'Pidf' });
  const camps = [aCamp(nameless), aCamp(nameless), aCamp(rayne)];
  const game = aGameContext({
    players: [zoe, lily, axel, fury],
    guilds: [rayne, nameless, unknown],
    camps,
    containers: [chest],
  });
  const players = { zoe, lily, axel, fury };
  return { game: { ...game, now: () => 100 * HOUR_MS }, ...players, rayne, nameless, unknown, camps };
}

type Search = NonNullable<NonNullable<Parameters<typeof query<'searchGuilds'>>[3]>['query']>;

function search(game: GameContext, input: Search = {}): GuildsPage {
  return query(game, 'searchGuilds', {}, { query: input });
}

function heads(game: GameContext, input: Search): string[] {
  return search(game, input).Rows.map(({ HeadName }) => HeadName);
}

test('a row has the head of the guild, its size, and when a member was last seen', () => {
  const { game, lily, axel, fury, rayne, nameless, unknown } = aGame();
  const axels = { Id: nameless.id, Name: '', HeadUid: axel.uid, HeadName: 'Axel', Level: 3, Members: 1 };
  const furys = { Id: unknown.id, Name: 'Pidf', HeadUid: fury.uid, HeadName: 'Fury', Level: 1, Members: 1 };
  const lilys = { Id: rayne.id, Name: 'Rayne', HeadUid: lily.uid, HeadName: 'Lily', Level: 9, Members: 2 };
  const Rows = [
    { ...axels, Online: 0, Camps: 2, LastSeen: '1970-01-02T06:00:00.000Z' },
    { ...furys, Online: 0, Camps: 0 },
    { ...lilys, Online: 1, Camps: 1, Chest: { Used: 2, Max: 54 } },
  ];
  assert.deepEqual(search(game), { Total: 3, Matching: 3, Rows });
});

test('guilds are found by name, by head, by id, and by how long they have been away', () => {
  const { game, nameless } = aGame();
  assert.deepEqual(heads(game, { Find: 'RAY' }), ['Lily']);
  assert.deepEqual(heads(game, { Find: 'axe' }), ['Axel']);
  assert.deepEqual(heads(game, { Find: nameless.id.replaceAll('-', '').toLowerCase() }), ['Axel']);
  assert.deepEqual(heads(game, { Find: 'nobody' }), []);
  assert.deepEqual(heads(game, { SeenBefore: '1970-01-02T06:00:00.000Z' }), []);
  assert.deepEqual(heads(game, { SeenBefore: '1970-01-02T06:00:00.001Z' }), ['Axel']);
  assert.deepEqual(heads(game, { SeenBefore: '2100-01-01T00:00:00.000Z' }), ['Axel'], 'online, or not known');
  assert.deepEqual(heads(game, { WithCamps: true }), ['Axel', 'Lily']);
  assert.deepEqual(heads(game, { WithCamps: false }), ['Fury']);
});

test('every column sorts either way, and unknown values come last', () => {
  const { game } = aGame();
  assert.deepEqual(heads(game, { Sort: 'LastSeen' }), ['Axel', 'Lily', 'Fury']);
  assert.deepEqual(heads(game, { Sort: 'LastSeen', Order: 'Descending' }), ['Lily', 'Axel', 'Fury']);
  assert.equal(heads(game, { Sort: 'Chest', Order: 'Descending' })[0], 'Lily');
  for (const Sort of GUILD_COLUMNS) {
    for (const Order of ['Ascending', 'Descending'] as const) {
      assert.equal(new Set(heads(game, { Sort, Order })).size, 3, Sort);
    }
  }
});

test('a guild is updated when a member leaves, is renamed, or takes something from the chest', () => {
  const { game, zoe, lily, rayne } = aGame();
  const row = () => search(game, { Find: rayne.id }).Rows[0];
  logOut(game, zoe.uid);
  assert.deepEqual([row()?.Online, row()?.LastSeen], [0, '1970-01-05T04:00:00.000Z']);

  const members = rayne.members.map((member) => ({ ...member, name: '' }));
  game.world.guilds.put({ ...rayne, members });
  game.world.accounts.put({ ...game.world.accounts.get(lily.uid), name: 'Lilith' } as never);
  assert.equal(row()?.HeadName, 'Lilith');

  const chest = game.world.containers.get(rayne.chestId ?? '');
  assert.ok(chest);
  const savepoint = game.world.savepoint();
  game.world.containers.put({ ...chest, slots: {} });
  assert.deepEqual(row()?.Chest, { Used: 0, Max: 54 });
  game.world.rollbackTo(savepoint);
  assert.deepEqual(row()?.Chest, { Used: 2, Max: 54 });

  game.world.guilds.remove(rayne.id);
  assert.equal(row(), undefined);
});

test('a head who is no member of the guild is shown by the name of the account, also by a new one', () => {
  const [zoe, lily] = [aPlayer({ name: 'Zoe' }), aPlayer({ name: 'Lily' })];
  const game = aGameContext({ players: [zoe, lily], guilds: [aGuild([lily], { adminUid: zoe.uid })] });
  assert.deepEqual(heads(game, {}), ['Zoe']);
  assert.ok(zoe.account);
  game.world.accounts.put({ ...zoe.account, name: 'Zoë' });
  assert.deepEqual(heads(game, {}), ['Zoë']);
});

test('the details of a guild name its members, bases, chest slots, and the research that was begun', () => {
  const { game, zoe, lily, rayne, camps } = aGame();
  const [first, second] = game.catalogue.research.all();
  assert.ok(first && second);
  game.world.guilds.put({
    ...rayne,
    laboratory: { currentResearch: second.id, workAmounts: { [first.id.toLowerCase()]: 7 } },
    expeditions: { finished: 6, released: ['DUNGEON_GRASS'] },
  });
  const details = (input: { All?: boolean }) =>
    query(game, 'getGuildDetails', { guild_id: rayne.id.toLowerCase() }, { query: input });

  const { Guild, Members, Camps, Chest, Laboratory, Expeditions } = details({});
  assert.equal(Guild.Name, 'Rayne');
  assert.deepEqual(Members, [
    { Uid: lily.uid, Name: 'Lily', Role: 1, Level: 1, Online: false, LastSeen: '1970-01-02T16:00:00.000Z' },
    { Uid: zoe.uid, Name: 'Zoe', Role: 2, Level: 30, Online: true },
  ]);
  const ids = Camps.map(({ Id }) => Id);
  assert.deepEqual(ids, [camps[2]?.id]);
  assert.deepEqual(Chest, {
    ContainerId: rayne.chestId,
    Used: 2,
    Max: 54,
    Slots: [
      { Slot: 3, ItemID: 'Wood', Count: 5 },
      { Slot: 4, ItemID: 'Stone', Count: 1 },
    ],
  });
  assert.deepEqual(Laboratory, {
    CurrentResearch: second.id,
    Researches: [
      { Id: first.id, Work: 7 },
      { Id: second.id, Work: 0 },
    ],
  });
  assert.deepEqual(Expeditions, { Finished: 6, Released: ['DUNGEON_GRASS'] });
  assert.equal(details({ All: true }).Laboratory.Researches.length, game.catalogue.research.size);
});
