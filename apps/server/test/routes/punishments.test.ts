import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Banlist, IPBan, UserBan } from '@palatine/contract';
import { type CheckedService, sharedChecked } from '@palatine/testing/checked-service';
import { pluck } from '@palatine/testing/pluck';
import { aDemo, of, testImported } from '@palatine/testing/worlds';

const demo = aDemo();
const { showcase, stuffed, loner, newcomer, beginner, veteran, offline } = demo;
const ipOf = (uid: string) => demo.world.sessions.get(uid)?.ip ?? '';

const service = await sharedChecked({ world: demo.world });

const byUser = (user_id: string) => ({ params: { user_id } });
const byIP = (ip: string) => ({ params: { ip } });

async function banlist(on: CheckedService = service): Promise<Banlist> {
  const { Banlist: list } = await on.succeeds('getBanlist');
  const file = JSON.parse(readFileSync(join(on.data, 'Banlist.json'), 'utf8')) as Banlist;
  assert.deepEqual(file, list, 'the file is the record of the bans');
  for (const ids of [pluck(list.UserEntries, 'UserId'), pluck(list.IPEntries, 'IP')]) {
    assert.equal(new Set(ids).size, ids.length);
  }
  return list;
}

async function userBan(userId: string, on?: CheckedService): Promise<UserBan | undefined> {
  return (await banlist(on)).UserEntries.find(({ UserId }) => UserId === userId);
}

async function ipBan(ip: string): Promise<IPBan | undefined> {
  return (await banlist()).IPEntries.find(({ IP }) => IP === ip);
}

async function onlineUids(on: CheckedService = service): Promise<string[]> {
  const { Players } = await on.succeeds('getPlayers');
  return Players.filter(({ Status }) => Status === 'Online').map(({ PlayerUID }) => PlayerUID);
}

function assertIssuer(entry: UserBan['BannedBy'] | undefined, reason: string): void {
  assert.deepEqual([entry?.Type, entry?.NameValue, entry?.IP], ['rest', 'Administrator', '127.0.0.1']);
  assert.equal(entry?.Reason, reason);
  const { UTC, Year, Month, Day, Hour, Min, Sec, Msec } = entry.Timestamp;
  assert.ok(Math.abs(Date.now() / 1000 - UTC) < 60);
  assert.equal(Math.floor(Date.UTC(Year, Month - 1, Day, Hour, Min, Sec, Msec) / 1000), UTC);
}

test('a ban stands in the list and disconnects the player; an unban leaves the entry, inactive', async () => {
  await service.events();
  const banned = await service.succeeds('banPlayer', { ...of(beginner.uid), body: { Reason: 'Duping' } });
  assert.deepEqual(banned, { Success: true, UserId: beginner.userId, IP: false, BannedIP: '', Kicked: 1 });
  assert.ok(!(await onlineUids()).includes(beginner.uid));
  const entry = await userBan(beginner.userId);
  assert.deepEqual([entry?.Active, entry?.UnbannedBy], [true, undefined]);
  assertIssuer(entry?.BannedBy, 'Duping');
  const events = await service.events();
  assert.deepEqual(pluck(events, 'type'), ['punishment', 'player.left']);
  const { userId, name } = beginner;
  const punishment = { action: 'ban', userId, name, ip: '', reason: 'Duping', issuer: 'Administrator' };
  assert.deepEqual(events[0]?.data, punishment);
  const left = { player: { uid: beginner.uid, userId, name }, reason: 'Duping' };
  assert.deepEqual(events[1]?.data, left);

  const unban = { ...byUser(beginner.userId), body: { Reason: 'Appeal' } };
  assert.deepEqual(await service.succeeds('unbanPlayer', unban), { Success: true, UserId: beginner.userId });
  const lifted = await userBan(beginner.userId);
  assert.equal(lifted?.Active, false);
  assert.deepEqual(lifted.BannedBy, entry?.BannedBy);
  assertIssuer(lifted.UnbannedBy, 'Appeal');
  await service.isRefused('unbanPlayer', unban, 'BAN_NOT_FOUND');
});

test('a user the world has never seen is banned, with or without a body; a blank reason is the default', async () => {
  for (const [userId, body] of [
    ['steam_never', undefined],
    ['gdk_never', {}],
    ['steam_blank', { Reason: '' }],
    ['steam_spaces', { Reason: '  ' }],
  ] as const) {
    const reply = await service.succeeds('banPlayer', { ...of(userId), body });
    assert.deepEqual(reply, { Success: true, UserId: userId, IP: false, BannedIP: '', Kicked: 0 });
    assert.equal((await userBan(userId))?.BannedBy.Reason, 'Banned by an administrator');
    await service.succeeds('unbanPlayer', { ...byUser(userId), body });
  }
});

test('a player who is offline is banned by PlayerUID, under the UserId of the account', async () => {
  const reply = await service.succeeds('banPlayer', of(offline.uid));
  assert.deepEqual([reply.UserId, reply.Kicked], [offline.userId, 0]);
});

test('banning again replaces issuer and reason; banning after an unban drops UnbannedBy', async () => {
  const ban = (Reason: string, authorization?: string) =>
    service.succeeds('banPlayer', {
      ...of('steam_twice'),
      body: { Reason },
      ...(authorization && { authorization }),
    });
  await ban('one', `Bearer ${service.addToken('REST.Punishments.Ban')}`);
  const first = (await userBan('steam_twice'))?.BannedBy;
  assert.equal(first?.Reason, 'one');
  assert.notEqual(first.NameValue, 'Administrator');
  await ban('two');
  assertIssuer((await userBan('steam_twice'))?.BannedBy, 'two');
  await service.succeeds('unbanPlayer', byUser('steam_twice'));
  await ban('three');
  const entry = await userBan('steam_twice');
  assert.deepEqual([entry?.Active, entry?.BannedBy.Reason, entry?.UnbannedBy], [true, 'three', undefined]);
});

test('a ban with IP bans the address too and disconnects everyone online from it', async () => {
  const ip = ipOf(stuffed.uid);
  assert.equal(ipOf(loner.uid), ip, 'two share a household');
  const reply = await service.succeeds('banPlayer', { ...of(stuffed.userId), body: { IP: true } });
  assert.deepEqual(reply, { Success: true, UserId: stuffed.userId, IP: true, BannedIP: ip, Kicked: 2 });
  assert.equal((await ipBan(ip))?.Active, true);
  const online = await onlineUids();
  assert.ok(!online.includes(stuffed.uid) && !online.includes(loner.uid));
  assert.equal(await userBan(loner.userId), undefined, 'who shares the address is no banned user');
  assert.deepEqual(await service.succeeds('unbanIP', byIP(ip)), { Success: true, IP: ip });
  const entry = await ipBan(ip);
  assert.equal(entry?.Active, false);
  assertIssuer(entry?.UnbannedBy, 'Unbanned by an administrator');
  await service.isRefused('unbanIP', byIP(ip), 'BAN_NOT_FOUND');
});

test('an address is banned as such, with who used it for the record, and one spelling is kept', async () => {
  const body = { Reason: 'VPN', UserId: 'steam_1' };
  const reply = await service.succeeds('banIP', { ...byIP('192.0.2.250'), body });
  assert.deepEqual(reply, { Success: true, IP: '192.0.2.250', UserId: 'steam_1', Kicked: 0 });
  assertIssuer((await ipBan('192.0.2.250'))?.BannedBy, 'VPN');
  const spelled = await service.succeeds('banIP', byIP('2001:0DB8:0:0:0:0:0:00AA'));
  assert.deepEqual(spelled, { Success: true, IP: '2001:db8::aa', Kicked: 0 });
  const lifted = await service.succeeds('unbanIP', byIP('2001:db8::AA'));
  assert.deepEqual(lifted, { Success: true, IP: '2001:db8::aa' });
  await service.events();
  const kicked = await service.succeeds('banIP', { ...byIP(ipOf(veteran.uid)), body: { Reason: 'Bots' } });
  assert.equal(kicked.Kicked, 1);
  const [punishment, left] = await service.events();
  const banned = { action: 'banip', userId: '', ip: ipOf(veteran.uid), reason: 'Bots' };
  assert.deepEqual(punishment?.data, { ...banned, issuer: 'Administrator' });
  assert.equal(left?.type, 'player.left');
  assert.ok(!(await onlineUids()).includes(veteran.uid));
  assert.equal(await userBan(veteran.userId), undefined, 'an address is no user');
});

test('a kick disconnects and leaves no ban; a character that is still loading is no shelter', async () => {
  const before = await banlist();
  for (const { uid, userId } of [showcase, newcomer]) {
    await service.events();
    const reply = await service.succeeds('kickPlayer', { ...of(uid), body: { Reason: 'afk' } });
    assert.deepEqual(reply, { Success: true, UserId: userId });
    assert.ok(!(await onlineUids()).includes(uid));
    assert.deepEqual(pluck(await service.events(), 'type'), ['punishment', 'player.left']);
    await service.isRefused('kickPlayer', of(userId), 'PLAYER_NOT_FOUND');
  }
  assert.deepEqual(await banlist(), before);
});

test('what is no address cannot be banned, and is not banned', async () => {
  const texts = 'x 1.2.3 1.2.3.4.5 256.1.1.1 010.0.0.1 1.2.3.4/24 ::1%eth0 1.2.3.4:80 [::1] 127.1';
  for (const ip of [...texts.split(' '), ':::', 'localhost', 'steam_1']) {
    await service.isRefused('banIP', byIP(ip), 'VALIDATION_FAILED');
    await service.isRefused('unbanIP', byIP(ip), 'BAN_NOT_FOUND');
  }
});

test('where no address is known nothing is banned: IP_UNAVAILABLE', async () => {
  for (const identifier of [offline.userId, offline.uid, 'steam_unknown']) {
    await service.isRefused('banPlayer', { ...of(identifier), body: { IP: true } }, 'IP_UNAVAILABLE');
  }
});

test('a PlayerUID of no known account and what is no identifier are REQUEST_FAILED', async () => {
  const uids = ['12345678-00000000-00000000-00000000', '00000000-00000000-00000000-00000000'];
  for (const identifier of [...uids, 'Zoe', 'STEAM_1', 'Steam_1', 'steam_', 'steam_a b', '__proto__']) {
    await service.isRefused('banPlayer', of(identifier), 'REQUEST_FAILED');
  }
});

test('a user without an active ban is BAN_NOT_FOUND; UserIds compare exactly', async () => {
  for (const userId of ['steam_nobody', 'STEAM_TWICE', beginner.userId, demo.online.uid, '__proto__', 'x']) {
    await service.isRefused('unbanPlayer', byUser(userId), 'BAN_NOT_FOUND');
  }
  for (const ip of ['192.0.2.77', '::1']) await service.isRefused('unbanIP', byIP(ip), 'BAN_NOT_FOUND');
});

test('nobody who is offline or unknown is kicked', async () => {
  for (const identifier of [offline.userId, offline.uid, 'steam_1', 'x', '__proto__', demo.online.name]) {
    await service.isRefused('kickPlayer', of(identifier), 'PLAYER_NOT_FOUND');
  }
});

testImported('users and addresses are banned and unbanned', async (imported) => {
  const { Players } = await imported.succeeds('getPlayers');
  const uid = Players[0]?.PlayerUID ?? '';
  await imported.succeeds('banPlayer', of('steam_1'));
  assert.equal((await userBan('steam_1', imported))?.Active, true);
  await imported.succeeds('unbanPlayer', byUser('steam_1'));
  await imported.succeeds('banIP', byIP('192.0.2.5'));
  await imported.isRefused('unbanPlayer', byUser('steam_1'), 'BAN_NOT_FOUND');
  const { UserId, Pending } = await imported.succeeds('banPlayer', of(uid)); // saves hold no UserIds
  assert.deepEqual([UserId, Pending], ['', true]);
  await imported.succeeds('unbanPlayer', byUser(uid));
  const online = await onlineUids(imported); // the ban has disconnected its player
  for (const { PlayerUID } of Players) {
    if (online.includes(PlayerUID)) await imported.succeeds('kickPlayer', of(PlayerUID));
    await imported.isRefused('kickPlayer', of(PlayerUID), 'PLAYER_NOT_FOUND');
  }
  assert.deepEqual(await onlineUids(imported), []);
});
