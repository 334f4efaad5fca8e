import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type ErrorEnvelope,
  fillPath,
  PALATINE_ROUTES,
  PLAYERS_READ_PRIVATE,
  type QueryValues,
  queryText,
  type RouteShape,
} from '@palatine/contract';
import { pluck } from '@palatine/testing/pluck';
import { sharedService } from '@palatine/testing/start-service';
import { walkPages } from '@palatine/testing/walk-pages';

const service = await sharedService();

/** A guild of the demo world with a base, and what is there. */
async function identities() {
  const { api } = service;
  const { Rows } = await api.searchCamps({ query: { Sort: 'Buildings', Order: 'Descending' } });
  const [camp] = Rows;
  assert.ok(camp);
  return { camp, params: { guild_id: camp.GuildId, base_camp_id: camp.Id, item_id: 'Wood', uid: '' } };
}

test('the world says what it is, and its file is as large as it says', async () => {
  const body = await service.api.getWorld();
  const { Meta } = await service.api.getPlayers();
  const guilds = await service.api.getGuilds();
  assert.equal(body.Kind, 'Demo');
  assert.equal(body.Counts.Accounts, Meta.PlayerCount);
  assert.equal(body.Counts.Online, Meta.OnlineCount);
  assert.equal(body.Counts.Guilds, Object.keys(guilds).length);
  assert.equal(body.InGameDay, undefined, 'a demo world has no save');
  assert.equal(body.Store.Bytes, statSync(join(service.data, 'world.db')).size);
  assert.ok(Date.parse(body.Store.LastCommitAt ?? '') > 0);
  assert.ok(body.Disk && body.Disk.FreeBytes > 0 && body.Disk.FreeBytes <= body.Disk.TotalBytes);
});

test('wrong values of a query are refused by name, and unknown ones too', async () => {
  const cases: [RouteShape, QueryValues, RegExp][] = [
    [PALATINE_ROUTES.searchGuilds, { Sort: 'Luck' }, /\/Sort/],
    [PALATINE_ROUTES.searchGuilds, { Cursor: 'x' }, /\/Cursor/],
    [PALATINE_ROUTES.searchCamps, { Region: 'Moon' }, /\/Region/],
    [PALATINE_ROUTES.getMapMarks, { Layers: 'Summoned,Rocks' }, /\/Layers/],
    [PALATINE_ROUTES.searchCamps, { guild: 'x' }, /its name is Guild/],
  ];
  for (const [route, query, expected] of cases) {
    const response = await service.fetch(fillPath(route) + queryText(query));
    const { Error: error } = (await response.json()) as ErrorEnvelope;
    assert.deepEqual([response.status, error.Code], [400, 'VALIDATION_FAILED']);
    assert.match(JSON.stringify(error), expected);
  }
});

test('a player, a guild or a base that is not there is refused by every route that reads one', async () => {
  const nothing = '0000000A-00000000-00000000-00000000';
  const cases: [
    code: string,
    ids: string[],
    parameter: string,
    ...names: (keyof typeof PALATINE_ROUTES)[],
  ][] = [
    ['INVALID_BASE_CAMP_ID', ['x'], 'base_camp_id', 'getCampDetails', 'previewBaseDeletion'],
    ['BASE_CAMP_NOT_FOUND', [nothing], 'base_camp_id', 'getCampDetails', 'previewBaseDeletion'],
    ['GUILD_NOT_FOUND', ['Rayne', nothing], 'guild_id', 'getGuildDetails'],
    ['PLAYER_NOT_FOUND', ['steam_1', 'Zoe', nothing], 'uid', 'getBanPreview', 'getPlayerDetails'],
    ['PLAYER_NOT_FOUND', ['steam_1'], 'uid', 'getPlayerInventory', 'getPlayerPals'],
    ['PLAYER_NOT_FOUND', ['steam_1'], 'uid', 'getPlayerTechnologies', 'getPlayerProgress'],
  ];
  for (const [code, ids, parameter, ...names] of cases) {
    for (const [name, id] of names.flatMap((name) => ids.map((id) => [name, id] as const))) {
      const route: RouteShape = PALATINE_ROUTES[name];
      const response = await service.fetch(fillPath(route, { [parameter]: id }));
      const { Error: error } = (await response.json()) as ErrorEnvelope;
      assert.equal(error.Code, code, `${name} of ${id}`);
    }
  }
});

test('a walk over guilds and bases gives each of them once', async () => {
  const { api } = service;
  const idsOf = (pages: readonly { Rows: readonly { Id: string }[] }[]) =>
    pages.flatMap(({ Rows }) => pluck(Rows, 'Id')).toSorted();
  const guilds = await walkPages((cursor) => api.searchGuilds({ query: { Limit: 2, ...cursor } }));
  const guildsById = await api.getGuilds();
  assert.deepEqual(idsOf(guilds), Object.keys(guildsById).toSorted());
  const camps = await walkPages((cursor) => api.searchCamps({ query: { Limit: 2, ...cursor } }));
  const ids = Object.values(guildsById).flatMap((guild) => guild.camps.map(({ id }) => id));
  assert.deepEqual(idsOf(camps), ids.toSorted());
});

test('the details of a guild are those of the guild route', async () => {
  const { params } = await identities();
  const { api } = service;
  const { Guild, Members, Camps, Chest } = await api.getGuildDetails({ params });
  const { name, members, camps, items } = await api.getGuild({ params });
  assert.equal(Guild.Name, name);
  const online = members.map(({ player_uid, status }) => [player_uid, status === 'Online']);
  assert.deepEqual(pluck(Members, 'Uid', 'Online'), online);
  assert.deepEqual(pluck(Camps, 'Id'), pluck(camps, 'id'));
  assert.deepEqual([Chest?.Used, Chest?.Max], [items.current, items.max]);
});

test('the details of a base name every worker of the guild route, and what its storages hold', async () => {
  const { camp, params } = await identities();
  const { Camp, Objects, Storages, Workers } = await service.api.getCampDetails({ params });
  assert.deepEqual(Camp, camp);
  const { camps } = await service.api.getGuild({ params });
  const pals = camps.find(({ id }) => id === camp.Id)?.pals ?? {};
  assert.deepEqual(pluck(Workers, 'Id'), Object.keys(pals));
  assert.ok(Objects.Rows.length >= Camp.Counts.Buildings);
  for (const row of Objects.Rows) assert.equal(row.length, Objects.Columns.length);
  assert.equal(Storages.length, Camp.Counts.Storages);
});

test('a given item is found with its new holder at once', async () => {
  const { api } = service;
  const { Players } = await api.getPlayers();
  const zoe = Players.find(({ Status }) => Status === 'Online');
  assert.ok(zoe);
  const params = { item_id: 'pickaxe_tier_01' };
  const before = await api.getItemHolders({ params });
  await api.giveItems({
    params: { player_identifier: zoe.UserId },
    body: { Items: [{ ItemID: 'Pickaxe_Tier_01', Count: 1 }] },
  });
  const { Total, Holders } = await api.getItemHolders({ params, query: { Limit: 500 } });
  assert.equal(Total, before.Total + 1);
  assert.ok(Holders.some(({ Uid }) => Uid === zoe.PlayerUID));
});

test('the preview of a deletion is what the deletion then says, and changes nothing', async () => {
  const { camp, params } = await identities();
  const { api } = service;
  const preview = await api.previewBaseDeletion({ params });
  assert.deepEqual(await api.previewBaseDeletion({ params }), preview);
  assert.equal(preview.Obstacle, '');
  const deleted = await api.deleteBase({ params });
  assert.deepEqual(deleted.BaseCamp, preview.BaseCamp);
  assert.deepEqual(deleted.Deleted, preview.Deleted);
  await assert.rejects(api.previewBaseDeletion({ params }), { code: 'BASE_CAMP_NOT_FOUND' });
  const { Guild } = await api.getGuildDetails({ params: { guild_id: camp.GuildId } });
  assert.equal(Guild.Camps, preview.GuildLeftWith);
});

test('the preview of a ban names the address to those only who may read it, and follows a ban at once', async () => {
  const { api } = service;
  const { Players } = await api.getPlayers();
  const mo = Players.findLast(({ Status, UserId }) => Status === 'Online' && UserId !== '');
  assert.ok(mo);
  const ask = (permissions: string[]) =>
    service.clientFor(permissions).getBanPreview({ params: { uid: mo.UserId } });
  const plain = await ask(['REST.Punishments.Ban']);
  assert.deepEqual([plain.UserId, plain.Address], [undefined, undefined]);
  assert.deepEqual([plain.UserIdKnown, plain.AddressKnown], [true, true]);
  const open = await ask(['REST.Punishments.Ban', PLAYERS_READ_PRIVATE]);
  assert.deepEqual([open.UserId, open.Address], [mo.UserId, mo.IP]);
  await api.banPlayer({ params: { player_identifier: mo.UserId }, body: { Reason: 'griefing' } });
  const banned = await ask(['REST.Punishments.Ban']);
  assert.deepEqual(banned.Banned, { By: 'User', Reason: 'griefing' });
  assert.equal(banned.Online, false);
});

test('what somebody summons is on the map', async () => {
  const { api } = service;
  await api.summonPal({ body: { PalID: 'Anubis', X: 10, Y: -20, Z: 300 } });
  const { Summoned } = await api.getMapMarks({ query: { Layers: 'Summoned', Region: 'Main' } });
  assert.ok(Summoned?.Marks.some(({ PalID }) => PalID === 'Anubis'));
});
