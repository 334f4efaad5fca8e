import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type Banlist,
  type ErrorEnvelope,
  fillPath,
  LIMITS,
  PALATINE_ROUTES,
  PLAYERS_READ,
  PLAYERS_READ_PRIVATE,
  queryText,
  ROUTES,
  type RouteShape,
} from '@palatine/contract';
import { pluck } from '@palatine/testing/pluck';
import { sharedService, startService } from '@palatine/testing/start-service';
import { walkPages } from '@palatine/testing/walk-pages';
import { aDemo } from '@palatine/testing/worlds';
import { Compile } from 'typebox/compile';

const { searchPlayers, searchPals, find } = PALATINE_ROUTES;

const service = await sharedService();

test('the list of players is sorted, filtered and paged in the world, and a walk gives each player once', async () => {
  const { api } = service;
  const { Meta } = await api.getPlayers();
  const byLevel = { Sort: 'Level', Order: 'Descending', Limit: 5 } as const;
  const pages = await walkPages((cursor) => api.searchPlayers({ query: { ...byLevel, ...cursor } }));
  for (const { Total, Matching } of pages) {
    assert.deepEqual([Total, Matching], [Meta.PlayerCount, Meta.PlayerCount]);
  }
  const rows = pages.flatMap(({ Rows }) => Rows);
  assert.equal(new Set(rows.map(({ Uid }) => Uid)).size, Meta.PlayerCount);
  const levels = rows.map(({ Level }) => Level ?? -1);
  const expected = levels.toSorted((left, right) => right - left);
  assert.deepEqual(levels, expected);
  const { Rows } = await api.searchPlayers({ query: { Status: 'Online', Limit: 500 } });
  assert.equal(Rows.length, Meta.OnlineCount);
});

test('players, guilds and Pals with names of thousands of characters are walked page by page', async () => {
  const { world, showcase } = aDemo();
  const names = ['Ж'.repeat(5000), `${'Ж'.repeat(4999)}z`, '"\u0000'.repeat(2000)];
  for (const [at, account] of [...world.accounts.values()].entries()) {
    world.accounts.put({ ...account, name: names[at % names.length] ?? '' });
  }
  for (const [at, pal] of [...world.characters.values()].entries()) {
    world.characters.put({ ...pal, nickname: names[at % names.length] ?? '' });
  }
  for (const [at, guild] of [...world.guilds.values()].entries()) {
    world.guilds.put({ ...guild, name: names[at % names.length] ?? '' });
  }
  await using renamed = await startService({ world });
  const { api } = renamed;
  const guilds = await walkPages((cursor) => api.searchGuilds({ query: { Limit: 1, ...cursor } }));
  assert.equal(new Set(guilds.flatMap(({ Rows }) => pluck(Rows, 'Id'))).size, world.guilds.size);
  for (const Sort of ['Name', 'Guild'] as const) {
    const pages = await walkPages((cursor) => api.searchPlayers({ query: { Sort, Limit: 3, ...cursor } }));
    const uids = pages.flatMap(({ Rows }) => Rows.map(({ Uid }) => Uid));
    assert.equal(new Set(uids).size, world.accounts.size, Sort);
  }
  for (const Sort of ['Nickname', 'Owner'] as const) {
    const query = { Sort, Owner: showcase.uid, Limit: 2 };
    const first = await api.searchPals({ query });
    assert.ok(first.Next !== undefined);
    const second = await api.searchPals({ query: { ...query, Cursor: first.Next } });
    const ids = [...first.Rows, ...second.Rows].map(({ Id }) => Id);
    assert.equal(new Set(ids).size, ids.length, Sort);
  }
});

test('UserId and address are for tokens that may read them', async () => {
  const plain = service.clientFor(PLAYERS_READ);
  const withPrivate = service.clientFor([PLAYERS_READ, PLAYERS_READ_PRIVATE]);
  for (const client of [plain, withPrivate, plain]) {
    const [first] = (await client.searchPlayers({ query: { Status: 'Online', Limit: 500 } })).Rows;
    assert.ok(first);
    const details = await client.getPlayerDetails({ params: { uid: first.Uid } });
    for (const [object, field] of [
      [first, 'UserId'],
      [first, 'IP'],
      [details.Player, 'UserId'],
      [details, 'SameAddress'],
    ] as const) {
      assert.equal(Object.hasOwn(object, field), client === withPrivate, field);
    }
  }
});

test('parameters that do not fit are refused together, each with its name', async () => {
  const wrong = { SeenBefore: '2026-13-01', LevelFrom: '-1', LevelTo: '1e2' };
  const query = {
    Find: 'x'.repeat(LIMITS.filterChars + 1),
    Status: 'Away',
    Limit: 501,
    Banned: 'yes',
    ...wrong,
  };
  const response = await service.fetch(fillPath(searchPlayers) + queryText(query));
  const { Error: error } = (await response.json()) as ErrorEnvelope;
  assert.deepEqual([response.status, error.Code], [400, 'VALIDATION_FAILED']);
  assert.deepEqual(pluck(error.Details.Problems ?? [], 'Path', 'Message'), [
    ['/Find', `must be at most ${LIMITS.filterChars} characters`],
    ['/Status', 'must be one of Online, Offline'],
    [
      '/SeenBefore',
      'must be a time of ISO 8601, such as 2026-11-22, 2026-11-22T10:00:00Z or 2026-11-22T10:00:00+01:00',
    ],
    ['/LevelFrom', 'must be a whole number from 0 to 1000'],
    ['/LevelTo', 'must be a whole number from 0 to 1000'],
    ['/Banned', 'must be true, 1, false or 0'],
    ['/Limit', 'must be a whole number from 1 to 500'],
  ]);
  for (const path of [
    `${fillPath(searchPlayers)}?status=Online`,
    `${fillPath(searchPlayers)}?Cursor=x`,
    `${fillPath(searchPals)}?Sort=Colour`,
    `${fillPath(find)}?Text=a&Kinds=Dragon`,
  ]) {
    assert.equal(await service.statusFor(service.token, path), 400, path);
  }
});

test('a player who is offline is told whole, by every spelling of the PlayerUID and by UserId', async () => {
  const { Players } = await service.api.getPlayers();
  const offline = Players.find(({ Status, UserId }) => Status === 'Offline' && UserId !== '');
  assert.ok(offline);
  const { PlayerUID, UserId } = offline;
  for (const uid of [PlayerUID, PlayerUID.replaceAll('-', '').toLowerCase(), UserId]) {
    const { Player } = await service.api.getPlayerDetails({ params: { uid } });
    assert.equal(Player.Uid, offline.PlayerUID);
    assert.equal(Player.Online, false);
  }
});

test('a ban shows in the row and in the details at once', async () => {
  const { api } = service;
  const { Rows } = await api.searchPlayers({ query: { Status: 'Online', Banned: false } });
  const [player] = Rows;
  assert.ok(player?.UserId);
  await api.banPlayer({ params: { player_identifier: player.UserId }, body: { Reason: 'cheating' } });
  const banned = await api.searchPlayers({ query: { Banned: true } });
  assert.ok(banned.Rows.some(({ Uid }) => Uid === player.Uid));
  const { Ban } = await api.getPlayerDetails({ params: { uid: player.Uid } });
  assert.deepEqual([Ban?.Kind, Ban?.Reason], ['User', 'cheating']);
  await api.unbanPlayer({ params: { user_id: player.UserId } });
  assert.equal((await api.getPlayerDetails({ params: { uid: player.Uid } })).Ban, undefined);
});

test('a ban that was written into Banlist.json by hand shows once the file is read', async () => {
  const { api, data } = service;
  const { Rows } = await api.searchPlayers({ query: { Banned: false, Limit: 500 } });
  const player = Rows.find(({ UserId }) => UserId);
  assert.ok(player?.UserId);
  const banned = { query: { Banned: true, Limit: 500 } };
  await api.searchPlayers(banned); // a response that is cached
  const file = join(data, 'Banlist.json');
  const list = JSON.parse(readFileSync(file, 'utf8')) as Banlist;
  const [model] = list.UserEntries;
  assert.ok(model);
  const { UnbannedBy: _, ...entry } = model;
  list.UserEntries.push({ ...entry, UserId: player.UserId, Active: true });
  writeFileSync(file, JSON.stringify(list));
  const { status } = await service.post(fillPath(ROUTES.unbanPlayer, { user_id: 'steam_1' }));
  assert.equal(status, 404); // nothing is changed, but the file is read
  const page = await api.searchPlayers(banned);
  assert.ok(page.Rows.some(({ Uid }) => Uid === player.Uid));
});

test('what a player has is told in the shape of the contract for everybody, also for who is offline', async () => {
  const { Rows } = await service.api.searchPlayers({ query: { Limit: 500 } });
  let knownCount = 0;
  for (const { Uid } of Rows) {
    for (const name of ['Inventory', 'Pals', 'Technologies', 'Progress'] as const) {
      const route: RouteShape = PALATINE_ROUTES[`getPlayer${name}`];
      const body = await service.json<{ Known: boolean }>(fillPath(route, { uid: Uid }));
      assert.deepEqual([...Compile(route.reply).Errors(body)].slice(0, 3), [], Uid);
      if (body.Known) knownCount += 1;
    }
  }
  assert.ok(knownCount > Rows.length);
});

test('a grant shows in the inventory at once', async () => {
  const { api } = service;
  const { Rows } = await api.searchPlayers({ query: { Status: 'Online', HasPlayerFile: true, Limit: 500 } });
  const spheres = async (uid: string) => {
    const { Containers = [] } = await api.getPlayerInventory({ params: { uid } });
    const slots = Containers.flatMap(({ Slots = [] }) => Slots);
    return slots.reduce((sum, { ItemID, Count }) => sum + (ItemID === 'PalSphere' ? Count : 0), 0);
  };
  const [player] = Rows;
  assert.ok(player);
  const before = await spheres(player.Uid);
  const body = { Items: [{ ItemID: 'PalSphere', Count: 3 }] };
  await api.giveItems({ params: { player_identifier: player.Uid }, body });
  assert.equal(await spheres(player.Uid), before + 3);
});

test('Pals are found over the whole world, and one of them is told whole', async () => {
  const { api } = service;
  const query = { Place: 'Palbox', Sort: 'IVs', Order: 'Descending', Limit: 2 } as const;
  const page = await api.searchPals({ query });
  assert.ok(page.Matching > 2 && page.Total > page.Matching && page.Next !== undefined);
  assert.deepEqual(page.Facets?.Place, [{ Id: 'Palbox', Count: page.Matching }]);
  const [best] = page.Rows;
  assert.ok(best);
  const { Row, Pal } = await api.getPalDetails({ params: { id: best.Id } });
  assert.deepEqual(Row, best);
  assert.equal(Pal.PalID, best.PalID);
});

test('impossible Pals and duplicates are filters over the whole world, each refused where it is no flag', async () => {
  const { api } = service;
  const player =
    (await api.searchPlayers({ query: { Status: 'Online', HasPlayerFile: true } })).Rows[0]?.Uid ?? '';
  const before = (await api.searchPals({ query: { Duplicates: true } })).Matching;
  const copies = {
    PalID: 'SheepBall',
    Level: 5,
    IVs: { Health: 99, AttackMelee: 99, AttackShot: 99, Defense: 99 },
  };
  await api.putTemplate({ params: { name: 'Copy' }, ifMatch: null, body: { Template: copies } });
  await api.givePalTemplates({
    params: { player_identifier: player },
    body: { PalTemplates: ['Copy', 'Copy'] },
  });
  const { Matching, Rows } = await api.searchPals({ query: { Duplicates: true, Limit: 500 } });
  assert.equal(Matching, before + 2);
  assert.equal(Rows.filter(({ IVSum, PalID }) => IVSum === 297 && /sheepball/i.test(PalID)).length, 2);
  assert.equal((await api.searchPals({ query: { Impossible: true } })).Matching, 0);
  for (const name of ['Impossible', 'Duplicates']) {
    assert.equal(await service.statusFor(service.token, `${fillPath(searchPals)}?${name}=some`), 400, name);
  }
});

test('a Pal that was given is found by the next search', async () => {
  const { api } = service;
  const count = async () => (await api.searchPals({ query: { Species: 'PinkCat' } })).Matching;
  const before = await count();
  const { Rows } = await api.searchPlayers({ query: { Status: 'Online', HasPlayerFile: true, Limit: 500 } });
  const roomy = Rows.find(({ PalCount = 900 }) => PalCount < 900);
  assert.ok(roomy);
  const body = { Pals: [{ PalID: 'PinkCat', Level: 3 }] };
  await api.givePals({ params: { player_identifier: roomy.Uid }, body });
  assert.equal(await count(), before + 1);
});

test('find looks for each kind that the token may read', async () => {
  const { Rows } = await service.api.searchPlayers({ query: { Limit: 1 } });
  const [player] = Rows;
  assert.ok(player);
  const { Hits } = await service.clientFor(PLAYERS_READ).find({ query: { Text: player.Name } });
  assert.ok(Hits.some(({ Kind, Id }) => Kind === 'Player' && Id === player.Uid));
  assert.ok(Hits.every(({ Kind }) => Kind === 'Player'));
});

test('playtime, former addresses and others of one address come from the sessions that have ended', async () => {
  const { api } = service;
  const { Rows } = await api.searchPlayers({ query: { Status: 'Online', Limit: 500 } });
  const kicked = Rows.find(({ IP }) => Boolean(IP));
  assert.ok(kicked?.IP);
  await api.kickPlayer({ params: { player_identifier: kicked.Uid } });
  const { Player, Addresses } = await api.getPlayerDetails({ params: { uid: kicked.Uid } });
  assert.equal(Player.Online, false);
  assert.ok((Player.PlaytimeSeconds ?? 0) >= 60);
  assert.deepEqual(pluck(Addresses ?? [], 'IP'), [kicked.IP]);
  const page = await api.searchPlayers({ query: { Find: kicked.IP } });
  assert.ok(page.Rows.some(({ Uid }) => Uid === kicked.Uid));
});
