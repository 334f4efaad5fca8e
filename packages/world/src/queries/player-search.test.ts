import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAYER_COLUMNS, PLAYERS_READ_PRIVATE, type PlayerSearch } from '@palatine/contract';
import { banUser } from '../state/bans.ts';
import type { GameContext } from '../state/game-context.ts';
import { aGameContext, aGuild, anIssuer, aPlayer, query } from '../testing/world-builder.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = 100 * HOUR_MS;

function aGame() {
  const zoe = aPlayer({ name: 'Zoe', character: { level: 30 }, ip: '203.0.113.5' });
  const lily = aPlayer({ name: 'Lily', online: false, character: { level: 12 } });
  const fury = { ...aPlayer({ name: 'Fury', online: false, character: { level: 40 } }), player: null };
  const guild = aGuild([lily, zoe], { name: '' });
  const game = { ...aGameContext({ players: [zoe, lily, fury], guilds: [guild] }), now: () => NOW_MS };
  game.world.accounts.put({
    ...lily.account,
    lastOnlineAtMs: 40 * HOUR_MS,
    playedMs: 2 * HOUR_MS,
    formerNames: [{ name: 'Lilith', untilMs: HOUR_MS }],
    addresses: [{ ip: '203.0.113.9', lastSeenAtMs: 40 * HOUR_MS }],
  } as never);
  return { game, zoe, lily, fury, guild };
}

type Search = Parameters<typeof query<'searchPlayers'>>[3];

function search(game: GameContext, input: Search = {}): PlayerSearch {
  return query(game, 'searchPlayers', {}, input);
}

function names(
  game: GameContext,
  filters: NonNullable<NonNullable<Search>['query']>,
  granted: string[] = [],
): string[] {
  return search(game, { query: filters, granted }).Rows.map(({ Name }) => Name);
}

test('a row has the known values of a player, and leaves out the rest', () => {
  const { game, zoe, lily, fury, guild } = aGame();
  const { Rows, ...figures } = search(game);
  assert.deepEqual(figures, { Total: 3, Matching: 3, Online: 1 });
  const common = { Platform: 'Steam', Banned: false };
  const Place = { X: 0, Y: 0, Z: 0 }; // with a player file even the origin is one
  const ofGuild = {
    Place,
    GuildId: guild.id,
    GuildName: '',
    GuildHead: 'Lily',
    PalCount: 0,
    HasPlayerFile: true,
  };
  const lilys = { Uid: lily.uid, Name: 'Lily', Online: false, Level: 12, Role: 1, PlaytimeSeconds: 7200 };
  const zoes = { Uid: zoe.uid, Name: 'Zoe', Online: true, Level: 30, Role: 2, PlaytimeSeconds: 360_000 };
  assert.deepEqual(Rows, [
    { ...common, Uid: fury.uid, Name: 'Fury', Online: false, Level: 40, HasPlayerFile: false },
    { ...common, ...ofGuild, ...lilys, LastSeen: new Date(40 * HOUR_MS).toISOString() },
    { ...common, ...ofGuild, ...zoes, Since: new Date(0).toISOString() },
  ]);
});

test('UserId and address are readable and searchable with their permission only', () => {
  const { game, zoe } = aGame();
  const granted = [PLAYERS_READ_PRIVATE];
  const rows = search(game, { granted }).Rows.map(({ Name, UserId, IP }) => [Name, UserId !== '', IP]);
  assert.deepEqual(rows, [
    ['Fury', true, ''],
    ['Lily', true, '203.0.113.9'],
    ['Zoe', true, '203.0.113.5'],
  ]);
  for (const Find of ['203.0.113', zoe.userId]) {
    assert.deepEqual(names(game, { Find }), []);
    assert.ok(names(game, { Find }, granted).includes('Zoe'));
  }
  assert.deepEqual(names(game, { Sort: 'IP' }), names(game, { Sort: 'Name' }));
});

test('each filter keeps those it names', () => {
  const { game, lily, guild } = aGame();
  const at = (ms: number) => new Date(ms).toISOString();
  banUser(game.world, lily.userId, anIssuer('x'));
  const cases: [NonNullable<NonNullable<Search>['query']>, string[]][] = [
    [{ Find: 'LILITH' }, ['Lily']],
    [{ Find: 'li' }, ['Lily', 'Zoe']], // Zoe by the head of the guild
    [{ Find: lily.uid.toLowerCase() }, ['Lily']],
    [{ Status: 'Online' }, ['Zoe']],
    [{ Guild: guild.id.toLowerCase() }, ['Lily', 'Zoe']],
    [{ Guild: 'none' }, ['Fury']],
    [{ Guild: 'nothing' }, []],
    [{ Platform: 'steam' }, ['Fury', 'Lily', 'Zoe']],
    [{ Platform: 'Xbox' }, []],
    [{ SeenBefore: at(41 * HOUR_MS) }, ['Lily']],
    [{ SeenBefore: at(40 * HOUR_MS) }, []],
    [{ SeenAfter: at(40 * HOUR_MS) }, ['Lily', 'Zoe']],
    [{ SeenAfter: at(41 * HOUR_MS) }, ['Zoe']],
    [{ LevelFrom: 13, LevelTo: 39 }, ['Zoe']],
    [{ Banned: true }, ['Lily']],
    [{ Banned: false }, ['Fury', 'Zoe']],
    [{ HasPlayerFile: false }, ['Fury']],
    [{ Find: '', Guild: '', Platform: '' }, ['Fury', 'Lily', 'Zoe']],
  ];
  for (const [filters, expected] of cases)
    assert.deepEqual(names(game, filters), expected, JSON.stringify(filters));
});

test('every column sorts both ways, and the unknown comes last', () => {
  const { game } = aGame();
  const granted = [PLAYERS_READ_PRIVATE];
  for (const Sort of PLAYER_COLUMNS) assert.equal(names(game, { Sort }, granted).length, 3, Sort);
  assert.deepEqual(names(game, { Sort: 'Level' }), ['Lily', 'Zoe', 'Fury']);
  assert.deepEqual(names(game, { Sort: 'Level', Order: 'Descending' }), ['Fury', 'Zoe', 'Lily']);
  assert.deepEqual(names(game, { Sort: 'LastSeen' }), ['Lily', 'Zoe', 'Fury']);
  assert.deepEqual(names(game, { Sort: 'LastSeen', Order: 'Descending' }), ['Zoe', 'Lily', 'Fury']);
  assert.deepEqual(names(game, { Sort: 'Playtime' }), ['Lily', 'Zoe', 'Fury']);
});
