import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  fillPath,
  OWN_ROUTES,
  PLAYERS_READ,
  PLAYERS_READ_PRIVATE,
  type PlayerDetails,
  type PlayerRow,
  type PlayerSearch,
  type QueryValues,
  queryText,
  type RouteShape,
} from '@palatine/contract';
import { startService, type TestService } from '../harness/start-service.ts';

const { searchPlayers, getPlayerDetails } = OWN_ROUTES;

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

interface Ask {
  params?: Record<string, string>;
  query?: QueryValues;
  token?: string;
}

async function get<Reply>(route: RouteShape, { params, query, token }: Ask = {}) {
  const response = await service.fetch(fillPath(route, params) + queryText(query), {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });
  return { status: response.status, body: (await response.json()) as Reply };
}

test('the list of players is sorted, filtered and paged in the world, and a walk gives each player once', async () => {
  const { api } = service;
  const { Meta } = await api.getPlayers();
  const rows: PlayerRow[] = [];
  let Cursor: string | undefined;
  do {
    const page: PlayerSearch = await api.searchPlayers({
      query: { Sort: 'Level', Order: 'Descending', Limit: 5, ...(Cursor !== undefined && { Cursor }) },
    });
    assert.equal(page.Total, Meta.PlayerCount);
    assert.equal(page.Matching, Meta.PlayerCount);
    rows.push(...page.Rows);
    Cursor = page.Next;
  } while (Cursor !== undefined);
  assert.equal(new Set(rows.map(({ Uid }) => Uid)).size, Meta.PlayerCount);
  const levels = rows.map(({ Level }) => Level ?? -1);
  assert.deepEqual(
    levels,
    levels.toSorted((one, other) => other - one),
  );
  const { Rows } = await api.searchPlayers({ query: { Status: 'Online', Limit: 500 } });
  assert.equal(Rows.length, Meta.OnlineCount);
});

test('UserId and address are for tokens that may read them', async () => {
  const plain = service.addToken(PLAYERS_READ);
  const withPrivate = service.addToken([PLAYERS_READ, PLAYERS_READ_PRIVATE]);
  const query = { Status: 'Online', Limit: 500 };
  for (const token of [plain, withPrivate, plain]) {
    const { body } = await get<PlayerSearch>(searchPlayers, { query, token });
    const [first] = body.Rows;
    assert.ok(first);
    assert.equal(Object.hasOwn(first, 'UserId'), token === withPrivate);
    assert.equal(Object.hasOwn(first, 'IP'), token === withPrivate);
    const details = await get<PlayerDetails>(getPlayerDetails, { params: { uid: first.Uid }, token });
    assert.equal(Object.hasOwn(details.body.Player, 'UserId'), token === withPrivate);
    assert.equal(Object.hasOwn(details.body, 'SameAddress'), token === withPrivate);
  }
});

test('a token without the permission is refused', async () => {
  const token = service.addToken('REST.Players.Read');
  for (const [route, params] of [
    [searchPlayers, {}],
    [getPlayerDetails, { uid: 'x' }],
  ] as const) {
    const { status, body } = await get<{ Error: { Code: string } }>(route, { params, token });
    assert.deepEqual([status, body.Error.Code], [403, 'MISSING_PERMISSION']);
  }
});

test('parameters that do not fit are refused together, each with its name', async () => {
  const { status, body } = await get<{ Error: { Code: string; Details: unknown } }>(searchPlayers, {
    query: { Status: 'Away', Limit: 0, Banned: 'maybe' },
  });
  assert.equal(status, 400);
  assert.equal(body.Error.Code, 'VALIDATION_FAILED');
  assert.deepEqual(body.Error.Details, {
    Problems: [
      { Path: '/Status', Message: 'must be one of Online, Offline' },
      { Path: '/Banned', Message: 'must be true, 1, false or 0' },
      { Path: '/Limit', Message: 'must be a whole number from 1 to 500' },
    ],
  });
  assert.equal((await get(searchPlayers, { query: { status: 'Online' } })).status, 400);
  assert.equal((await get(searchPlayers, { query: { Cursor: 'x' } })).status, 400);
});

test('a player who is offline is told whole, by every spelling of the PlayerUID and by UserId', async () => {
  const { Players } = await service.api.getPlayers();
  const offline = Players.find(({ Status, UserId }) => Status === 'Offline' && UserId !== '');
  assert.ok(offline);
  for (const uid of [
    offline.PlayerUID,
    offline.PlayerUID.replaceAll('-', '').toLowerCase(),
    offline.UserId,
  ]) {
    const { Player } = await service.api.getPlayerDetails({ params: { uid } });
    assert.equal(Player.Uid, offline.PlayerUID);
    assert.equal(Player.Online, false);
  }
  const { status, body } = await get<{ Error: { Code: string } }>(getPlayerDetails, {
    params: { uid: 'steam_1' },
  });
  assert.deepEqual([status, body.Error.Code], [404, 'PLAYER_NOT_FOUND']);
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
