import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Banlist } from '@palatine/contract';
import { startAttachedService } from '@palatine/testing/start-attached-service';
import { startService, type TestService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';
import type { FleetBan } from '@palatine/world/fleet-bans';
import { aPlayer, aWorld } from '@palatine/world/testing/worlds';

const NOON_MS = Date.UTC(2026, 6, 12, 12);
const XBOX = 'gdk_2535400000000001';

const attached = await startAttachedService({
  gameServerOptions: { variants: { loadingMs: 50 } },
  server: { Polls: { PlayersWhenEmptySeconds: 2 } },
});
after(() => attached[Symbol.asyncDispose]());

function ban(id: string, more: Partial<FleetBan> = {}): FleetBan {
  return { list: 'main', kind: 'User', id, reason: 'cheating', bannedAtMs: NOON_MS, mayLift: true, ...more };
}

function fileOf(data: string): Banlist {
  return JSON.parse(readFileSync(join(data, 'Banlist.json'), 'utf8')) as Banlist;
}

async function activeUsers(service: TestService): Promise<string[]> {
  const { Banlist } = await service.api.getBanlist({ query: { active: 'true' } });
  return Banlist.UserEntries.map(({ UserId }) => UserId);
}

test('bans of lists are in Banlist.json before they are answered, and their players are gone', async () => {
  const zoe = aPlayer({ name: 'Zoe', userId: 'steam_76561198000000101' });
  await using service = await startService({ world: aWorld({ players: [zoe] }) });
  const { userId } = zoe;
  const outcome = await service.game.writes.applyFleetLists([ban(userId), ban('192.0.2.7', { kind: 'IP' })]);
  assert.deepEqual(outcome, { inForce: 2, overridden: 0, local: 0, leftOut: 0 });
  const { UserEntries, IPEntries } = fileOf(service.data);
  for (const [entry] of [UserEntries, IPEntries]) {
    const { Type, NameValue } = entry?.BannedBy ?? {};
    assert.deepEqual([entry?.Active, Type, NameValue], [true, 'fleet', 'main']);
  }
  const online = (await service.api.getPlayers()).Players.filter(({ Status }) => Status === 'Online').length;
  assert.equal(online, 0);
  assert.deepEqual(await activeUsers(service), [userId]);
  const { Entries } = await service.api.getAudit({ query: { Token: 'fleet' } });
  assert.deepEqual(Entries.map(({ Target, Outcome }) => [Target, Outcome]).sort(), [
    ['192.0.2.7', 'OK'],
    [userId, 'OK'],
  ]);

  await service.game.writes.applyFleetLists([]);
  assert.deepEqual(fileOf(service.data).UserEntries, []);
  assert.deepEqual(await activeUsers(service), []);
});

test('a ban of the world stays through everything that lists say', async () => {
  await using service = await startService({ world: aWorld({}) });
  await service.api.banPlayer({ params: { player_identifier: 'steam_1' }, body: { Reason: 'griefing' } });
  const outcome = await service.game.writes.applyFleetLists([ban('steam_1'), ban('steam_2')]);
  assert.deepEqual(outcome, { inForce: 1, overridden: 0, local: 1, leftOut: 0 });
  await service.game.writes.applyFleetLists([]);
  assert.deepEqual(await activeUsers(service), ['steam_1']);
});

test('who is unbanned here stays unbanned where the list allows it, and only there', async () => {
  await using service = await startService({ world: aWorld({}) });
  const bans = [ban('steam_1'), ban('steam_2', { list: 'cheaters', mayLift: false })];
  await service.game.writes.applyFleetLists(bans);
  for (const user_id of ['steam_1', 'steam_2']) await service.api.unbanPlayer({ params: { user_id } });
  const outcome = await service.game.writes.applyFleetLists(bans);
  assert.deepEqual(outcome, { inForce: 1, overridden: 1, local: 0, leftOut: 0 });
  assert.deepEqual(await activeUsers(service), ['steam_2']);
});

test('a list longer than one batch is applied as a whole when the call is answered', async () => {
  await using service = await startService({ world: aWorld({}) });
  const bans = Array.from({ length: 1700 }, (_, n) => ban(`steam_${n}`));
  const outcome = await service.game.writes.applyFleetLists(bans);
  assert.equal(outcome.inForce, 1700);
  assert.equal(fileOf(service.data).UserEntries.length, 1700);
  const { Entries } = await service.api.getAudit({ query: { Token: 'fleet' } });
  const summaries = Entries.map(({ Summary }) => Summary);
  assert.deepEqual(
    summaries,
    [200, 500, 500, 500].map((count) => `${count} bans of shared lists enforced, 0 removed`),
  );
});

test('while Banlist.json cannot be changed, the call says why, and a later one does it', async () => {
  await using service = await startService({ world: aWorld({}) });
  await service.game.writes.applyFleetLists([ban('steam_2')]);
  const file = join(service.data, 'Banlist.json');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, '{ "Version": 1,');
  const outcome = await service.game.writes.applyFleetLists([ban('steam_1')]);
  assert.match(outcome.blocked ?? '', /Banlist\.json/);
  assert.equal(outcome.inForce, 0);
  writeFileSync(file, before);
  assert.equal((await service.game.writes.applyFleetLists([ban('steam_1')])).inForce, 1);
});

test('bans that an operator adds to Banlist.json by hand are not lost to a list', async () => {
  await using service = await startService({ world: aWorld({}) });
  await service.api.banPlayer({ params: { player_identifier: 'steam_1' } });
  const edited = fileOf(service.data);
  const [entry] = edited.UserEntries;
  assert.ok(entry);
  edited.UserEntries.push({ ...entry, UserId: 'steam_9' });
  writeFileSync(join(service.data, 'Banlist.json'), JSON.stringify(edited));
  await service.game.writes.applyFleetLists([ban('steam_2')]);
  assert.deepEqual((await activeUsers(service)).sort(), ['steam_1', 'steam_2', 'steam_9']);
});

async function connected(): Promise<string[]> {
  const { sessions } = await attached.gameServer.control('audit');
  return sessions.map(({ userId }) => userId);
}
const inGameBanList = async () => (await attached.gameServer.control('audit')).banned;

test('beside a game server a ban of a list reaches its ban list, and leaves it with the list', async () => {
  await attached.gameServer.control('join', { userId: XBOX, name: 'Zoe', ip: '192.0.2.77' });
  await until('Zoe is connected', async () => (await connected()).includes(XBOX));
  const { game } = attached.service;
  assert.equal((await game.writes.applyFleetLists([ban(XBOX)])).inForce, 1);
  await until('the game has banned Zoe', async () => (await inGameBanList()).includes(XBOX));
  await until('Zoe is gone', async () => !(await connected()).includes(XBOX));
  await game.writes.applyFleetLists([]);
  await until('the game has unbanned Zoe', async () => !(await inGameBanList()).includes(XBOX));
  assert.deepEqual(await activeUsers(attached.service), []);
});

test('beside a game server a banned address of a list keeps everybody from there out', async () => {
  await attached.service.game.writes.applyFleetLists([ban('192.0.2.66', { kind: 'IP' })]);
  await attached.gameServer.control('join', { userId: XBOX, name: 'Zoe', ip: '192.0.2.66' });
  await until('the player is kicked', async () => {
    const requests = await attached.gameServer.control('requests');
    return requests.some(({ path }) => path.endsWith('/kick')) && !(await connected()).includes(XBOX);
  });
  await attached.service.game.writes.applyFleetLists([]);
});

test('whoever a list of the fleet allows may play beside those of AllowList.json', async () => {
  const [member, ally] = ['gdk_2535400000000011', 'steam_76561198000000222'];
  const stranger = 'ps5_1234567890123456789';
  const Whitelist = { Enabled: true, Players: [member], Message: 'members only' };
  attached.service.attached?.allow('Unknown');
  writeFileSync(join(attached.data, 'AllowList.json'), JSON.stringify(Whitelist));
  for (const userId of [member, ally, stranger]) await attached.gameServer.control('join', { userId });
  await until('the file is read', async () => (await attached.service.api.getWhitelist()).Enabled);
  attached.service.attached?.allow([ally]);
  await until('the stranger is gone', async () => !(await connected()).includes(stranger));
  assert.deepEqual((await connected()).sort(), [member, ally].sort());
});
